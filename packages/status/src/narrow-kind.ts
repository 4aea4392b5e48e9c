import { at, text } from './fields.ts'
import { type KindRef, kindKey } from './kind.ts'
import type { KubeObject } from './object.ts'

/**
 * A kind of which most objects are nobody's business (Secrets): those with some values of one field are followed, any other only
 * while somebody asks for it by its name. Such a kind is never listed by a definition.
 */
export interface NarrowKind {
  readonly kind: KindRef
  /** A field at the top of the object, by which servers select. What is kept of an object keeps it. */
  readonly field: string
  readonly values: readonly string[]
}

/** The index under whose keys, `<namespace>/<name>`, single objects of a narrow kind are asked for. */
export const narrowName = 'namespacedName'

/** Whether an object of a narrow kind is among those that are followed whoever asks. */
export const isFollowed = ({ field, values }: NarrowKind, object: KubeObject): boolean =>
  values.includes(text(at(object, field)) ?? '')

/** Each kind once, with all values that anybody needs. Two fields for one kind are our mistake. */
export function joined(parts: readonly NarrowKind[]): readonly NarrowKind[] {
  const kinds = new Map<string, NarrowKind>()
  for (const part of parts) {
    const { kind, field, values } = part
    const present = kinds.get(kindKey(kind)) ?? part
    if (present.field !== field)
      throw new TypeError(`${kind.kind} is narrowed by ${present.field} and by ${field}`)
    kinds.set(kindKey(kind), { kind, field, values: [...new Set([...present.values, ...values])] })
  }
  return [...kinds.values()]
}
