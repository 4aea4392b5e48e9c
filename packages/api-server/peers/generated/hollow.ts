import type { Json } from '../exchange.ts'
import { isObject } from '../json-answer.ts'
import type { JsonObject } from '../stories/objects.ts'
import type { Random } from './random.ts'

/** The value with some of its parts emptied or null, at any depth; `once` in so many parts. */
export function hollow(random: Random, value: Json, once = 7): Json {
  if (random.once(once)) return emptied(random, value)
  if (Array.isArray(value)) {
    const items = value.map((item) => hollow(random, item, once))
    return random.once(once * 6) ? [...items, random.pick<Json>([null, {}])] : items
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hollow(random, member, once)]))
}

function emptied(random: Random, value: Json): Json {
  if (Array.isArray(value)) return random.once(2) ? [] : null
  if (isObject(value)) return random.once(2) ? {} : null
  return null
}

/** The same for an object whose members must stay what they are, such as a kind. */
export function hollowMembers(random: Random, object: JsonObject, once = 7): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [key, hollow(random, member, once)]),
  )
}

/** A part that stays as it is. */
export interface Fixed {
  readonly path: readonly string[]
  readonly value: Json
}

/** Puts a part back, wherever there is still something around it. */
export function putBack(object: Json, { path: [key, ...rest], value }: Fixed): Json {
  if (key === undefined) return value
  if (!isObject(object) || object[key] === undefined) return object
  return { ...object, [key]: putBack(object[key], { path: rest, value }) }
}

/** The value without what is empty or null in its lists and their items. */
export function withFullItems(value: Json, inside: 'list' | 'object' = 'object'): Json {
  if (Array.isArray(value))
    return value.map((item) => withFullItems(item, 'list')).filter((item) => !isHollow(item))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, member]): [string, Json] => [
    key,
    withFullItems(member, inside),
  ])
  return Object.fromEntries(entries.filter(([, member]) => inside === 'object' || !isHollow(member)))
}

function isHollow(value: Json): boolean {
  return typeof value === 'object' && (value === null || Object.keys(value).length === 0)
}

/** Labels and the like for an object of that name that a ConfigMap of that uid owns, some of them empty or null. */
export function hollowMetadata(random: Random, name: string, owner: string): JsonObject {
  const fields: JsonObject = {
    labels: { a: random.pick(['x', 'y']), b: 'z' },
    annotations: { a: random.pick(['x', 'y']), 'example.com/b': 'z' },
    finalizers: ['example.com/a', 'example.com/b'],
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner }],
    generateName: 'w-',
  }
  const chosen = Object.fromEntries(random.some(Object.keys(fields)).map((key) => [key, fields[key] ?? null]))
  const emptier = Object.entries(chosen).map(([key, value]): [string, Json] => {
    if (random.once(3)) return [key, emptied(random, value)]
    return [key, isObject(value) ? hollowMembers(random, value, 9) : value]
  })
  return { ...Object.fromEntries(emptier), name }
}
