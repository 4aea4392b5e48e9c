import { type ConditionRules, False, isTrue, keep, otherwise, True } from '@sitrep/conditions'
import { type ClusterFacts, statusUnreadable, upgradeReason } from '../facts/facts.ts'
import { type DeploymentSeen, types, type WorkerGroupSpec } from '../types.ts'

const deployments = (f: ClusterFacts): readonly DeploymentSeen[] =>
  f.deployments.read ? f.deployments.items : []

// Whether a group is autoscaled is told by its annotation here, and by the spec where replicas are expected.
const sum = (f: ClusterFacts, counter: 'replicas' | 'upToDate' | 'ready'): number =>
  deployments(f)
    .filter(({ autoscaled }) => !autoscaled)
    .reduce((total, deployment) => total + deployment[counter], 0)

const expected = ({ spec }: ClusterFacts): number =>
  spec.groups.reduce((total, { autoscaling, count = 0 }) => (autoscaling ? total : total + count), 0)

const outdated = (f: ClusterFacts): DeploymentSeen | undefined =>
  deployments(f).find(({ current }) => !current)

// Upstream compares the deployment's name with that of the group, though it names deployments <cluster>-<group>.
const groupOf = (f: ClusterFacts, name: string): WorkerGroupSpec | undefined =>
  f.spec.groups.findLast((group) => group.autoscaling !== undefined && group.name === name)

function outOfRange(f: ClusterFacts): DeploymentSeen | undefined {
  return deployments(f).find(({ name, replicas }) => {
    const range = groupOf(f, name)?.autoscaling
    return range !== undefined && (replicas < range.minimum || replicas > range.maximum)
  })
}

const unready = (f: ClusterFacts): DeploymentSeen | undefined =>
  deployments(f).find(({ readyStatus }) => readyStatus === 'False')

const stale = (f: ClusterFacts): string => `Worker node group ${outdated(f)?.name} status not up to date yet`
const upgrading = (f: ClusterFacts): string =>
  `Worker nodes not up-to-date yet, ${sum(f, 'replicas')} upgrading (${sum(f, 'upToDate')} up to date)`
const counted = (what: string) => (f: ClusterFacts) =>
  `${what} worker nodes, ${expected(f)} expected (${sum(f, 'replicas')} actual)`
const notReady = (f: ClusterFacts): string =>
  `Worker nodes not ready yet, ${expected(f)} expected (${sum(f, 'ready')} ready)`
const notBetween = (f: ClusterFacts): string => {
  const { name = '', replicas = 0 } = outOfRange(f) ?? {}
  const { minimum, maximum } = groupOf(f, name)?.autoscaling ?? { minimum: 0, maximum: 0 }
  return `Worker nodes count for ${name} not between ${minimum} and ${maximum} yet (${replicas} actual)`
}
const deploymentUnready = (f: ClusterFacts): string => `Machine deployment ${unready(f)?.name} not ready yet`

// biome-ignore format: the table is the specification; its columns stay aligned
export const workersReady: ConditionRules<ClusterFacts> = {
  type: types.workers,
  rows: [
    ['control plane, external etcd or MachineDeployments cannot be read', statusUnreadable,               keep],
    ['ControlPlaneInitialized is not True',              (f) => !isTrue(f.said, types.initialized),       False('ControlPlaneNotInitialized')],
    ['the status of a MachineDeployment is of an older generation', (f) => outdated(f) !== undefined,     False('OutdatedInformation', stale)],
    ['not all replicas are up to date',                  (f) => sum(f, 'replicas') > sum(f, 'upToDate'),  False(upgradeReason, upgrading)],
    ['fewer replicas than wanted, all groups together',  (f) => sum(f, 'replicas') < expected(f),         False('ScalingUp', counted('Scaling up'))],
    ['more replicas than wanted, all groups together',   (f) => sum(f, 'replicas') > expected(f),         False('ScalingDown', counted('Scaling down'))],
    ['not as many replicas ready as wanted',             (f) => sum(f, 'ready') !== expected(f),          False('NodesNotReady', notReady)],
    ['an autoscaled group is outside its range',         (f) => outOfRange(f) !== undefined,              False('AutoscalerConstraintNotMet', notBetween)],
    ['a MachineDeployment says that it is not Ready',    (f) => unready(f) !== undefined,                 False('MachineDeploymentNotReady', deploymentUnready)],
    ['otherwise',                                        otherwise,                                       True('')],
  ],
}
