import type { Json, JsonObject } from '../json/json.ts'
import { mapItems, mapMembers } from '../json/map-json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import { coerceEmbedded } from './coerce-embedded.ts'
import type { CompiledSchema } from './compiled-schema.ts'
import { DecodeError } from './decode-struct.ts'
import { coerceObjectMeta } from './object-meta.ts'
import { pruneNulls } from './prune-nulls.ts'

interface PruneOptions {
  /** How unknown fields are listed: `sorted` for custom resources, `document` for built-in kinds. */
  readonly order?: 'sorted' | 'document'
  /** The object comes out of the store: metadata of the wrong type is dropped instead of refused. */
  readonly stored?: boolean
}

interface Pruned {
  /** What is left. Shares with the original whatever did not change. */
  readonly object: JsonObject
  /** One phrase for each field that the schema does not have, such as `unknown field "spec.bogus"`. */
  readonly unknown: readonly string[]
  /** Why the metadata of the object or of an embedded one cannot be read; the request is to be refused with 400. */
  readonly invalid?: string
}

/**
 * Drops what the schema does not know, at any depth, and null where null is not allowed and no default waits.
 * `apiVersion`, `kind` and `metadata` are known at the root and in embedded resources without being said.
 */
export function pruneObject(schema: CompiledSchema, object: JsonObject, options: PruneOptions = {}): Pruned {
  const meta: string[] = []
  const fields: string[] = []
  const dropInvalid = options.stored ?? false
  try {
    const rooted = coerceRootMeta(object, meta, { dropInvalid })
    const pruned = pruneMembers(rooted, { schema, root: true, unknown: fields, path: '' })
    // Go reads null into a built-in type as its zero value.
    const filled = options.order === 'document' ? pruned : pruneNulls(schema, pruned)
    const embedded = coerceEmbedded(schema, filled, { dropInvalid })
    if (options.order !== 'document') fields.sort()
    return { object: embedded.object, unknown: [...meta, ...fields, ...embedded.unknown].map(unknownField) }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return { object, unknown: [], invalid: error.message }
  }
}

function unknownField(path: string): string {
  return `unknown field ${quoteGo(path)}`
}

function coerceRootMeta(
  object: JsonObject,
  unknown: string[],
  options: { readonly dropInvalid: boolean },
): JsonObject {
  if (!Object.hasOwn(object, 'metadata')) return object
  const coerced = coerceObjectMeta(object['metadata'] as Json, options)
  for (const path of coerced.unknown) unknown.push(`metadata.${path}`)
  return coerced.value === object['metadata'] ? object : { ...object, metadata: coerced.value }
}

interface Pruning {
  /** Absent: nothing is known about what is here. */
  readonly schema: CompiledSchema | undefined
  /** The root of a resource, where the three meta fields need no mention. */
  readonly root?: boolean
  /** Unknown members stay, because the list around them says so. */
  readonly keep?: boolean
  readonly unknown: string[]
  readonly path: string
}

/** Prunes any value. Only objects lose something; scalars of the wrong type are left to validation. */
export function pruneValue(value: Json, pruning: Pruning): Json {
  if (isJsonObject(value)) return pruneMembers(value, pruning)
  return isJsonArray(value) ? pruneItems(value, pruning) : value
}

function pruneItems(items: readonly Json[], { schema, keep, unknown, path }: Pruning): readonly Json[] {
  const keeping = keep || schema?.preserves || false
  if (keeping && !schema?.items) return items
  return mapItems(items, (item, index) =>
    pruneValue(item, { schema: schema?.items, keep: keeping, unknown, path: `${path}[${index}]` }),
  )
}

function pruneMembers(object: JsonObject, pruning: Pruning): JsonObject {
  return mapMembers(object, (value, key) => pruneMember(key, value, pruning))
}

/** What is left of a member; `undefined` for one that has no place here. */
function pruneMember(
  key: string,
  value: Json,
  { schema, root, keep, unknown, path }: Pruning,
): Json | undefined {
  if ((root || schema?.embedded) && isMetaField(key)) return value
  const at = path === '' ? key : `${path}.${key}`
  if (schema?.knows(key)) return pruneValue(value, { schema: schema.member(key), unknown, path: at })
  if (keep || schema?.preserves) return value
  unknown.push(at)
  return undefined
}

function isMetaField(key: string): boolean {
  return key === 'metadata' || key === 'apiVersion' || key === 'kind'
}
