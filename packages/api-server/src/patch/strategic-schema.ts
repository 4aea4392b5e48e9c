import { quoteGo } from '../json/quote.ts'
import type { Schema } from '../schema/schema.ts'
import { PatchRefusal } from './patch-refusal.ts'

/** How strategic merge treats one field. */
export interface FieldStrategy {
  /** Of the field itself; of its items when the field is a list. Undefined where nothing is known about the inside. */
  readonly schema: Schema | undefined
  readonly strategy: 'merge' | 'replace' | ''
  /** The member that identifies an item of a list of objects; empty for lists of scalars. */
  readonly mergeKey: string
}

const unknownField: FieldStrategy = { schema: undefined, strategy: '', mergeKey: '' }

/** Looks up a field that holds an object. */
export function objectField(parent: Schema | undefined, key: string): FieldStrategy {
  const schema = fieldSchema(parent, key)
  return schema === undefined ? unknownField : { ...strategyOf(schema), schema }
}

/** Looks up a field that holds a list. */
export function listField(parent: Schema | undefined, key: string): FieldStrategy {
  const schema = fieldSchema(parent, key)
  return schema === undefined ? unknownField : { ...strategyOf(schema), schema: schema.items }
}

function fieldSchema(parent: Schema | undefined, key: string): Schema | undefined {
  // Without properties nothing is known about the inside, and everything merges as an object would.
  if (parent?.properties === undefined) {
    if (typeof parent?.additionalProperties === 'object') {
      throw new PatchRefusal(500, 'merging an object in json but data type is not struct, instead is: map')
    }
    return undefined
  }
  if (Object.hasOwn(parent.properties, key)) return parent.properties[key]
  throw new PatchRefusal(500, `unable to find api field ${quoteGo(key)}`)
}

function strategyOf(schema: Schema): { strategy: FieldStrategy['strategy']; mergeKey: string } {
  const strategies = (schema['x-kubernetes-patch-strategy'] ?? '').split(',')
  const strategy = strategies.find((name) => name === 'merge' || name === 'replace') ?? ''
  return { strategy, mergeKey: schema['x-kubernetes-patch-merge-key'] ?? '' }
}
