import { stringifyJson } from '../json/stringify-json.ts'
import { type FieldSet, share } from './field-set.ts'

interface SharedSet {
  readonly set: FieldSet
  /** Whether the text is just what the set is written as. */
  readonly exact: boolean
}

// The objects of one kind mostly have the same fields: one set for all of them spares reading it, and whatever else is
// remembered about it. Few and not too long, because anybody can write others.
const setsByText = new Map<string, SharedSet>()
const mostSets = 256
export const longestText: number = 16 * 1024

/** The set that a text stands for, where it has been met before. */
export function knownSet(text: string): FieldSet | undefined {
  return setsByText.get(text)?.set
}

/** The same, where nothing would be different if it were written again. */
export function exactSet(text: string): FieldSet | undefined {
  const known = setsByText.get(text)
  return known?.exact === true ? known.set : undefined
}

export function rememberSet(text: string, set: FieldSet): void {
  if (text.length > longestText || setsByText.has(text)) return
  const [oldest] = setsByText.size < mostSets ? [] : setsByText.keys()
  if (oldest !== undefined) setsByText.delete(oldest)
  setsByText.set(text, { set, exact: stringifyJson(set) === text })
  share(set)
}
