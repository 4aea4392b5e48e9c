import { same } from '@sitrep/status/same'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { CompiledSchema } from './compiled-schema.ts'

/**
 * A value of an updated object beside the value that was in its place before. Members correlate by name, items only in
 * lists of type map, by their keys; below anything else there is no telling what an item was before.
 */
export class Correlation {
  readonly value: Json
  readonly old: Json
  readonly #schema: CompiledSchema
  readonly #children: Map<string | number, Correlation | undefined> = new Map()
  #unchanged: boolean | undefined
  #oldByKey: ReadonlyMap<string, Json> | undefined

  constructor(schema: CompiledSchema, value: Json, old: Json) {
    this.#schema = schema
    this.value = value
    this.old = old
  }

  /** The member and what it was before; `undefined` when either is missing or the schema does not know it. */
  member(name: string): Correlation | undefined {
    if (this.#children.has(name)) return this.#children.get(name)
    const child = this.#correlateMember(name)
    this.#children.set(name, child)
    return child
  }

  /** The item and the old item with the same keys. */
  item(index: number): Correlation | undefined {
    if (this.#children.has(index)) return this.#children.get(index)
    const child = this.#correlateItem(index)
    this.#children.set(index, child)
    return child
  }

  /** Whether the value is as it was. The order of items does not count in lists of type map. */
  get unchanged(): boolean {
    this.#unchanged ??= this.#compare()
    return this.#unchanged
  }

  #correlateMember(name: string): Correlation | undefined {
    if (!isJsonObject(this.value) || !isJsonObject(this.old)) return undefined
    const value = getOwn(this.value, name)
    const old = getOwn(this.old, name)
    const schema = this.#schema.member(name)
    return value === undefined || old === undefined || !schema
      ? undefined
      : new Correlation(schema, value, old)
  }

  #correlateItem(index: number): Correlation | undefined {
    const { items } = this.#schema
    if (!isJsonArray(this.value) || !isJsonArray(this.old) || !items || !this.#keyed) return undefined
    const value = this.value[index]
    const key = value === undefined ? undefined : this.#keyOf(value)
    if (value === undefined || key === undefined) return undefined
    this.#oldByKey ??= this.#indexOld(this.old)
    const old = this.#oldByKey.get(key)
    return old === undefined ? undefined : new Correlation(items, value, old)
  }

  get #keyed(): boolean {
    const { source } = this.#schema
    return (
      source['x-kubernetes-list-type'] === 'map' && (source['x-kubernetes-list-map-keys']?.length ?? 0) > 0
    )
  }

  #indexOld(items: readonly Json[]): ReadonlyMap<string, Json> {
    const byKey = new Map<string, Json>()
    for (const item of items) {
      const key = this.#keyOf(item)
      if (key !== undefined && !byKey.has(key)) byKey.set(key, item)
    }
    return byKey
  }

  #keyOf(item: Json): string | undefined {
    if (!isJsonObject(item)) return undefined
    const parts: Json[] = []
    for (const name of this.#schema.source['x-kubernetes-list-map-keys'] ?? []) {
      const part = getOwn(item, name)
      if (part === undefined || typeof part === 'object') return undefined
      parts.push(part)
    }
    return stringifyJson(parts)
  }

  #compare(): boolean {
    const { value, old } = this
    if (isJsonArray(value) && isJsonArray(old)) return this.#compareItems(value, old)
    if (isJsonObject(value) && isJsonObject(old)) return this.#compareMembers(value, old)
    return same(value, old)
  }

  #compareItems(value: readonly Json[], old: readonly Json[]): boolean {
    if (value.length !== old.length) return false
    if (!this.#keyed) return same(value, old)
    return value.every((_, index) => this.item(index)?.unchanged ?? false)
  }

  #compareMembers(value: JsonObject, old: JsonObject): boolean {
    const names = Object.keys(value)
    if (names.length !== Object.keys(old).length) return false
    return names.every((name) => {
      const child = this.member(name)
      return child ? child.unchanged : this.#schema.member(name) === undefined && sameMember(value, old, name)
    })
  }
}

function sameMember(value: JsonObject, old: JsonObject, name: string): boolean {
  return Object.hasOwn(old, name) && same(value[name], old[name])
}
