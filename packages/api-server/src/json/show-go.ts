import type { Json, JsonObject } from './json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from './own.ts'
import { quoteGo } from './quote.ts'

/** A value as kube-apiserver's field errors show it: strings as Go quotes them, floats as `%v`, the rest as Go's JSON. */
export function showGo(value: Json): string {
  if (typeof value === 'string') return quoteGo(value)
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return showGoJson(value)
  return showFloat(value)
}

/** JSON as Go writes a map: members sorted, and the characters that HTML would take for markup escaped. */
export function showGoJson(value: Json): string {
  return showMembers(value, (keys) => keys.sort())
}

/** The same, of which a message has room for the beginning only: a value may be wrong on each of its many levels. */
export function showGoShortly(value: Json): string {
  if (typeof value !== 'object' || value === null) return showGo(value)
  const text = showGoJson(shortened(value, { left: 500 }))
  return text.length > longestShown ? `${text.slice(0, longestShown)}...` : text
}

const longestShown = 10_000

/** The first members and items, in the order in which they are shown. */
function shortened(value: Json, budget: { left: number }): Json {
  if (typeof value === 'string') return value.slice(0, longestShown)
  if (typeof value !== 'object' || value === null) return value
  if (isJsonArray(value)) {
    const items: Json[] = []
    for (const item of value) {
      if (budget.left-- <= 0) break
      items.push(shortened(item, budget))
    }
    return items
  }
  const members: MutableJsonObject = {}
  for (const key of Object.keys(value as JsonObject).sort()) {
    if (budget.left-- <= 0) break
    setOwn(members, key, shortened((value as JsonObject)[key] as Json, budget))
  }
  return members
}

/** JSON as Go writes a struct: members in their order. */
export function showGoStruct(value: Json): string {
  return showMembers(value, (keys) => keys)
}

function showMembers(value: Json, order: (keys: string[]) => readonly string[]): string {
  if (isJsonArray(value)) return `[${value.map((item) => showMembers(item, order)).join(',')}]`
  if (!isJsonObject(value)) return typeof value === 'string' ? showText(value) : `${value}`
  const members = order(Object.keys(value)).map(
    (key) => `${showText(key)}:${showMembers(value[key] as Json, order)}`,
  )
  return `{${members.join(',')}}`
}

function showText(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** A float as Go's `%v` prints it: with an exponent below 1e-4 and from a million on. */
export function showFloat(value: number): string {
  const [digits = '', exponent] = value.toExponential().split('e') as [string, string]
  const power = Number(exponent)
  if (power >= -4 && power < 6) return `${value}`
  return `${digits}e${power < 0 ? '-' : '+'}${`${Math.abs(power)}`.padStart(2, '0')}`
}
