import { type Field, walk } from './walk.ts'

// What was, what is wanted, what others are: none of it says how this object is now.
const notNow =
  /^(atProvider|deprecated|events?|histor(y|ies)|inventory|managedFields|metadata|observedState|resources|spec|template|transitions|phaseTransitionTimestamps|(previous|last|old|desired|expected|target)[A-Z]\w*|\w+History)$/

/** What a status holds: its fields, and apart from them the places where conditions are kept. */
export interface StatusFields {
  readonly fields: readonly Field[]
  readonly conditionLists: readonly Field[]
}

/** Everything in a status that speaks about now, without the paths that are known to say nothing. */
export function walkStatus(status: unknown, skip: readonly string[]): StatusFields {
  const conditionLists: Field[] = []
  const fields = walk(status, 'status', (field) => {
    if (skip.includes(plainPath(field.path))) return true
    if (typeof field.value !== 'object' || field.value === null) return false
    if (holdsConditions(field.key)) conditionLists.push(field)
    return holdsConditions(field.key) || saysNothingOfNow(field.key)
  })
  return { fields, conditionLists }
}

/** Whether conditions are kept under a key of this name. */
export const holdsConditions = (key: string): boolean => /^(c|\w*C)onditions$/.test(key)

/** Whether what lies under a key of this name is about something else than this object now. */
export const saysNothingOfNow = (key: string): boolean => notNow.test(key)

/** A path without the labels of its list entries: `status.tasks[].state`. */
export const plainPath = (path: string): string => path.replace(/\[[^\]]*\]/g, '[]')
