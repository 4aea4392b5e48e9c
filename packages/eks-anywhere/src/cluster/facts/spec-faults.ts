import type { ClusterObserved, ClusterSpec, WorkerGroupSpec } from '../types.ts'
import { type Finding, told } from './fault.ts'

/** One thing that a spec must not say, and what to tell then. */
type SpecCheck = readonly [isWrong: (spec: ClusterSpec) => boolean, text: (spec: ClusterSpec) => string]

const isEven = (count: number): boolean => count % 2 === 0
const etcdCount = ({ externalEtcdCount = 1 }: ClusterSpec): number => externalEtcdCount

const unnamed = ({ name }: WorkerGroupSpec): boolean => name === ''
const uncounted = ({ count, autoscaling }: WorkerGroupSpec): boolean =>
  autoscaling === undefined && (count === undefined || count < 0)
const upsideDown = ({ autoscaling }: WorkerGroupSpec): boolean =>
  autoscaling !== undefined && autoscaling.minimum > autoscaling.maximum
const twice = ({ groups }: ClusterSpec): WorkerGroupSpec | undefined =>
  groups.find(({ name }, place) => groups.findIndex((other) => other.name === name) < place)
const nameOf = (group: WorkerGroupSpec | undefined): string => group?.name ?? ''

// A quorum needs an odd number; etcd that lives elsewhere takes that worry from the control plane.
const checks: readonly SpecCheck[] = [
  [(spec) => spec.controlPlaneCount < 1, () => 'The control plane needs at least one node'],
  [
    (spec) => !spec.externalEtcd && isEven(spec.controlPlaneCount),
    (spec) => `A control plane with its own etcd needs an odd number of nodes, not ${spec.controlPlaneCount}`,
  ],
  [
    (spec) => spec.externalEtcd && (etcdCount(spec) < 1 || isEven(etcdCount(spec))),
    (spec) => `External etcd needs an odd number of nodes, not ${etcdCount(spec)}`,
  ],
  [(spec) => spec.groups.some(unnamed), () => 'Every worker node group needs a name'],
  [
    (spec) => twice(spec) !== undefined,
    (spec) => `Two worker node groups have the name ${nameOf(twice(spec))}`,
  ],
  [
    (spec) => spec.groups.some(uncounted),
    (spec) =>
      `Worker node group ${nameOf(spec.groups.find(uncounted))} needs a count or an autoscaling range`,
  ],
  [
    (spec) => spec.groups.some(upsideDown),
    (spec) =>
      `The autoscaling range of worker node group ${nameOf(spec.groups.find(upsideDown))} is upside down`,
  ],
]

/** What a spec asks for and nobody could carry out. Where EKS Anywhere is installed its webhook refuses such specs. */
export function impossibleSpec({ spec }: ClusterObserved): Finding {
  const wrong = checks.find(([isWrong]) => isWrong(spec))
  return wrong && told('ClusterInvalid', `Invalid cluster spec: ${wrong[1](spec)}`, 'stop')
}
