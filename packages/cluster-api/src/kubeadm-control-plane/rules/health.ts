import { type ConditionRules, keep, otherwise, type Rule, report } from '@sitrep/conditions'
import type { HealthFacts } from '../facts.ts'
import { sourcesOf, sumUp } from '../health/sum-up.ts'
import { podConditions } from '../observe/static-pod-seen.ts'
import { type GateFacts, type GateTexts, gateRows, nodesError, unlistedNodes } from './gate.ts'

const words = {
  reasons: ['NotHealthy', 'HealthUnknown', 'Healthy'],
  message: 'what is wrong, by Machines that say the same',
}

/** How one of the two languages sums up. */
export interface HealthLanguage extends GateTexts {
  /** Rows that come before all others. */
  readonly first?: readonly Rule<HealthFacts>[]
  /** Whether the sum takes silence for agreement and the unknown for good, as upstream's does. */
  readonly lenient: boolean
}

const noNodes = (f: GateFacts): string =>
  `Failed to get Nodes hosting control plane components: ${nodesError(f)}`

const podTypes = ({ pass }: HealthFacts): readonly string[] => podConditions(pass.spec.etcdManaged)

/** Nodes that look like a control plane and belong to no Machine; a Machine that is coming up may be the one. */
export function strayNodes({ pass }: HealthFacts): readonly string[] {
  const { machines, observed } = pass
  if (!observed.nodes.read) return []
  if (machines.some(({ seen }) => seen.nodeName === undefined && seen.deletion === undefined)) return []
  const known = new Set(machines.map(({ seen }) => seen.nodeName))
  return observed.nodes.items
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `Control plane Node ${name} does not have a corresponding Machine`)
}

const componentsSummed = (lenient: boolean) => (f: HealthFacts) =>
  sumUp(f.judged, { types: podTypes(f), errors: strayNodes(f), what: 'control plane', lenient })

const etcdSummed =
  (lenient: boolean) =>
  ({ judged, pass }: HealthFacts) =>
    sumUp(judged, {
      types: ['EtcdMemberHealthy'],
      errors: pass.match.strangers,
      what: 'etcd member',
      lenient,
    })

/** Whether all components of all Machines are well. */
export const componentsHealthyRules = ({
  first = [],
  lenient,
  ...texts
}: HealthLanguage): ConditionRules<HealthFacts> => ({
  type: 'ControlPlaneComponentsHealthy',
  rows: [
    ...first,
    ...gateRows('ControlPlaneComponentsHealthy', texts),
    unlistedNodes(noNodes),
    [
      'otherwise',
      otherwise,
      report(componentsSummed(lenient), words),
      (f) => sourcesOf(f.judged, podTypes(f)),
    ],
  ],
})

/** Whether all members of etcd are well. An etcd that runs elsewhere is spoken of by whoever runs it. */
export const etcdHealthyRules = ({
  first = [],
  lenient,
  ...texts
}: HealthLanguage): ConditionRules<HealthFacts> => ({
  type: 'EtcdClusterHealthy',
  rows: [
    ...first,
    ...gateRows('EtcdClusterHealthy', texts),
    ['etcd runs elsewhere', (f) => !f.pass.spec.etcdManaged, keep],
    unlistedNodes('Failed to get Nodes hosting the etcd cluster'),
    [
      'otherwise',
      otherwise,
      report(etcdSummed(lenient), words),
      (f) => sourcesOf(f.judged, ['EtcdMemberHealthy']),
    ],
  ],
})
