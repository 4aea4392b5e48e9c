import { False, otherwise, type Rule, True, Unknown } from '@sitrep/conditions'
import type { ReplicaFacts } from '../machines-of/facts.ts'
import { staleBullet } from '../scaling/rules.ts'
import { machinesText } from '../shorten.ts'
import { notSeen, notWanted } from './first-rows.ts'

const tooFew = (f: ReplicaFacts): string => `${f.available} of ${f.desired} replicas are available`

const uncounted: Rule<ReplicaFacts> = [
  'nobody has counted available replicas',
  (f) => f.available === undefined && f.desired !== 0,
  Unknown('WaitingForAvailableReplicasSet', 'Waiting for status.availableReplicas to be set'),
]

// biome-ignore format: the table is the specification; its columns stay aligned
const byAvailable: readonly Rule<ReplicaFacts>[] = [
  ['fewer available replicas than wanted', (f) => (f.available ?? 0) < (f.desired ?? 0), True('ScalingUp', tooFew)],
  ['otherwise',                            otherwise,                                    False('NotScalingUp')],
]

/** The document's ScalingUp: fewer available replicas than wanted. */
export const scalingUpRows: readonly Rule<ReplicaFacts>[] = [notSeen, notWanted, uncounted, ...byAvailable]

/** The same for what counts its own Machines: once they could be listed, the count is there. */
export const selfCountedScalingUpRows: readonly Rule<ReplicaFacts>[] = [notSeen, notWanted, ...byAvailable]

const tooMany = (f: ReplicaFacts): string =>
  `${f.current} replicas exist, ${f.desired} wanted${staleBullet(f)}`

// biome-ignore format: the table is the specification; its columns stay aligned
/** The document's ScalingDown: more replicas than wanted. */
export const scalingDownRows: readonly Rule<ReplicaFacts>[] = [
  notSeen,
  notWanted,
  ['more replicas than wanted', (f) => f.current > (f.desired ?? 0), True('ScalingDown', tooMany)],
  ['otherwise',                 otherwise,                           False('NotScalingDown')],
]

const waitText = (f: ReplicaFacts): string =>
  `Waiting for ${machinesText(f.machines)} to be deleted${staleBullet(f)}`

// biome-ignore format: the table is the specification; its columns stay aligned
/** The document's Deleted: the object is on its way out, and the reason says how far. */
export const deletedRows: readonly Rule<ReplicaFacts>[] = [
  ['nobody deletes it', (f) => !f.deleting,           False('NotDeleted')],
  notSeen,
  ['Machines are left', (f) => f.machines.length > 0, True('WaitingForMachinesDeletion', waitText)],
  ['otherwise',         otherwise,                    True('DeletionCompleted')],
]
