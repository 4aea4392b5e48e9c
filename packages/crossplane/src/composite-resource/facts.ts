import type { Condition, Source } from '@sitrep/conditions'
import type { Composed } from '../composite/types.ts'
import { isAmiss, statusAmong } from '../managed/facts/facts.ts'
import type { CompositeObserved, Part } from './types.ts'

/** What readiness of a composite follows from, where nobody tells what its functions answered. */
export interface PartsFacts {
  readonly paused: boolean
  readonly deleted: boolean
  /** The conditions of the composite itself. */
  readonly conditions: readonly Condition[]
  readonly parts: readonly Part[]
}

/** The name of a part in the pipeline, or that of the object where it is not known. */
export const nameOf = ({ ref, reading }: Part): string => (reading.read && reading.item?.name) || ref.name

const conditionsIn = ({ reading }: Part): readonly Condition[] =>
  reading.read ? (reading.item?.conditions ?? []) : []

const isMissing = ({ reading }: Part): boolean => reading.read && reading.item === undefined
export const isUnread = ({ reading }: Part): boolean => !reading.read
const readiness = (part: Part): string | undefined => statusAmong(conditionsIn(part), 'Ready')
// A Secret or a ConfigMap says nothing of being ready: whether it counts is for a function to say.
export const isSilent = (part: Part): boolean =>
  !isUnread(part) && !isMissing(part) && readiness(part) === undefined
export const isUnready = (part: Part): boolean =>
  isMissing(part) || (!isSilent(part) && !isUnread(part) && readiness(part) !== 'True')

/** What of its parts a composite rests on: what is not ready, and what its provider fails to keep as it is wanted, ready or not. */
export function sourcesIn(parts: readonly Part[]): readonly Source[] {
  const amiss = parts.flatMap((part): readonly Source[] => [
    ...(isUnready(part) ? [{ ref: part.ref, condition: 'Ready' }] : []),
    ...(isAmiss(conditionsIn(part), 'Synced') ? [{ ref: part.ref, condition: 'Synced' }] : []),
  ])
  const heard = parts.filter((part) => readiness(part) !== undefined)
  return amiss.length > 0 ? amiss : heard.map(({ ref }) => ({ ref, condition: 'Ready' }))
}

// Where nobody says what functions made of its parts, the parts speak for themselves.
export const composedIn = ({ parts }: CompositeObserved): readonly Composed[] =>
  parts.map(({ ref, reading }) => {
    const found = reading.read ? reading.item : undefined
    return {
      name: found?.name ?? ref.name,
      // An object without Synced is none that somebody keeps in sync: that it is there is all there is to it.
      synced: found !== undefined,
      ready: statusAmong(found?.conditions ?? [], 'Ready') === 'True',
    }
  })
