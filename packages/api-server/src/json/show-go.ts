import type { Json } from './json.ts'
import { isJsonArray, isJsonObject } from './own.ts'
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
