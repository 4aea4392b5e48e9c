import type { Json } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { compareText } from './compare-text.ts'

/** Compact JSON with sorted members, escaped as Go does it: a text that others compare byte by byte. */
export function goJson(value: Json): string {
  if (typeof value === 'string') return goString(value)
  if (isJsonArray(value)) return `[${value.map(goJson).join(',')}]`
  if (!isJsonObject(value)) return String(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, member]) => `${goString(name)}:${goJson(member)}`)
  return `{${members.join(',')}}`
}

const plainText = /^[\w .:/@+-]*$/

function goString(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  return JSON.stringify(text)
    .replaceAll(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll(
      /(?<!\\)((?:\\\\)*)\\([bf])/g,
      (_, before: string, code: string) => `${before}\\u00${code === 'b' ? '08' : '0c'}`,
    )
}
