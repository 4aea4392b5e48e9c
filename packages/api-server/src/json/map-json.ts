import type { Json, JsonObject } from './json.ts'
import { type MutableJsonObject, setOwn } from './own.ts'

/** The object with each member mapped, without those mapped to `undefined`; itself, where all stay as they are. */
export function mapMembers(
  object: JsonObject,
  map: (member: Json, name: string) => Json | undefined,
): JsonObject {
  const names = Object.keys(object)
  let mapped: MutableJsonObject | undefined
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string
    const member = object[name] as Json
    const kept = map(member, name)
    if (mapped === undefined && kept !== member) mapped = firstMembers(object, names.slice(0, at))
    if (mapped !== undefined && kept !== undefined) setOwn(mapped, name, kept)
  }
  return mapped ?? object
}

function firstMembers(object: JsonObject, names: readonly string[]): MutableJsonObject {
  const members: MutableJsonObject = {}
  for (const name of names) setOwn(members, name, object[name] as Json)
  return members
}

/** The list with each item mapped; itself, where all stay as they are. */
export function mapItems(items: readonly Json[], map: (item: Json, index: number) => Json): readonly Json[] {
  let mapped: Json[] | undefined
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Json
    const kept = map(item, at)
    if (mapped === undefined && kept !== item) mapped = items.slice(0, at)
    mapped?.push(kept)
  }
  return mapped ?? items
}
