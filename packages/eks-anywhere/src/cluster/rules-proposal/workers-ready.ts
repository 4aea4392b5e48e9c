import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import { replicasLeft } from '../facts/deletion.ts'
import { type ClusterFacts, isSettling, upgradeReason } from '../facts/facts.ts'
import {
  deploymentsOf,
  missing,
  outdated,
  outOfRange,
  surplus,
  total,
  usable,
} from '../facts/worker-groups.ts'
import { type DeploymentSeen, types } from '../types.ts'
import { whyUnread } from './control-plane-rows.ts'

const wanted = (f: ClusterFacts): number => total(f, (group) => group.wanted)
const replicas = (f: ClusterFacts): number => total(f, (group) => group.replicas)
const ready = (f: ClusterFacts): number => total(f, usable)

const stale = (f: ClusterFacts): DeploymentSeen | undefined =>
  deploymentsOf(f).find(({ current }) => !current)
const unavailable = (f: ClusterFacts): DeploymentSeen | undefined =>
  deploymentsOf(f).find(({ availableStatus }) => availableStatus === 'False')
const silent = (f: ClusterFacts): DeploymentSeen | undefined =>
  deploymentsOf(f).find(({ availableStatus }) => availableStatus !== 'True')

const unreadText = ({ deployments }: ClusterFacts): string =>
  `MachineDeployments cannot be listed: ${whyUnread(deployments)}`
const staleText = (f: ClusterFacts): string =>
  `The status of MachineDeployment ${stale(f)?.name} is of an older generation`
const notReady = (f: ClusterFacts): string =>
  `Workers expected not ready yet, ${wanted(f)} replicas (actual ${ready(f)})`
const notReadyAnyMore = (f: ClusterFacts): string =>
  `Workers expected not ready any more, ${wanted(f)} replicas (actual ${ready(f)})`
const upgrading = (f: ClusterFacts): string =>
  `Upgrading workers, ${replicas(f)} replicas (up to date ${replicas(f) - total(f, outdated)})`
const scalingDown = (f: ClusterFacts): string =>
  `Scaling down workers to ${wanted(f)} replicas (actual ${wanted(f) + total(f, surplus)})`
const notInRange = (f: ClusterFacts): string => {
  const { name, range, replicas: actual } = outOfRange(f) ?? { name: '', range: undefined, replicas: 0 }
  return `Workers of group ${name} expected between ${range?.minimum} and ${range?.maximum} replicas (actual ${actual})`
}
const unavailableText = (f: ClusterFacts): string =>
  `MachineDeployment ${unavailable(f)?.name} is not available`
const silentText = (f: ClusterFacts): string =>
  `MachineDeployment ${silent(f)?.name} does not say whether it is available`

// biome-ignore format: the table is the specification; its columns stay aligned
export const workersReady: ConditionRules<ClusterFacts> = {
  type: types.workers,
  rows: [
    ['the cluster is being deleted',                    (f) => f.treatment.deleting,           False('Deleting', replicasLeft('workers'))],
    ['MachineDeployments cannot be listed',             (f) => !f.deployments.read,            Unknown('InternalError', unreadText)],
    ['the status of a MachineDeployment is of an older generation', (f) => stale(f) !== undefined, False('OutdatedInformation', staleText)],
    ['a group has fewer replicas than wanted',          (f) => total(f, missing) > 0,          False('ScalingUp', notReady)],
    ['not all replicas are up to date',                 (f) => total(f, outdated) > 0,         False(upgradeReason, upgrading)],
    ['a group has more replicas than wanted, or is not wanted any more', (f) => total(f, surplus) > 0, False('ScalingDown', scalingDown)],
    ['not all replicas are ready yet',                  (f) => ready(f) < wanted(f) && isSettling(f, types.workers), False('ScalingUp', notReady)],
    ['not all replicas are ready any more',             (f) => ready(f) < wanted(f),           False('NodesNotReady', notReadyAnyMore)],
    ['an autoscaled group is outside its range',        (f) => outOfRange(f) !== undefined,    False('AutoscalerConstraintNotMet', notInRange)],
    ['a MachineDeployment is not Available',            (f) => unavailable(f) !== undefined,   False('MachineDeploymentNotReady', unavailableText)],
    ['a MachineDeployment does not say whether it is Available', (f) => silent(f) !== undefined, Unknown('MachineDeploymentUnknown', silentText)],
    ['otherwise',                                       otherwise,                             True('')],
  ],
}
