import { getCondition, type Instant } from '@sitrep/conditions'
import { at, type Clock, type KubeObject, text } from '@sitrep/status'
import { conditionsOf } from '../model/conditions.ts'
import { longerThan, minutes } from '../time/longer-than.ts'
import { causesIn, type DelayCause } from './delay-cause.ts'

/** The stage in which a delay can be put down to Pods. */
export const drainingNode = 'DrainingNode'

/** How far the deletion of a Machine has come. */
export interface DeletionProgress {
  readonly since: Instant
  /** Only while its Node is being drained. */
  readonly drain?: { readonly since: Instant; readonly causes: readonly DelayCause[] }
}

/** What a Machine says about its own deletion, in either language; nothing while nobody deletes it. */
export function deletionProgress({ metadata, status }: KubeObject): DeletionProgress | undefined {
  const since = metadata.deletionTimestamp
  if (since === undefined) return undefined
  const conditions = conditionsOf({ status })
  const deleting = getCondition(conditions, 'Deleting') ?? getCondition(conditions, 'Deleted')
  const drainSince = text(at(status, 'deletion', 'nodeDrainStartTime'))
  if (deleting?.status !== 'True' || deleting.reason !== drainingNode || drainSince === undefined)
    return { since }
  return { since, drain: { since: drainSince, causes: causesIn(deleting.message ?? '') } }
}

/** Whether a deletion takes so long that it is worth a word. */
export const isStale = ({ since }: DeletionProgress, clock: Clock): boolean =>
  longerThan(clock, since, 15 * minutes)

/** What holds a stale deletion back; nothing while the drain has not had its time. */
export function delayCausesOf({ drain }: DeletionProgress, clock: Clock): readonly DelayCause[] {
  return drain !== undefined && longerThan(clock, drain.since, 5 * minutes) ? drain.causes : []
}
