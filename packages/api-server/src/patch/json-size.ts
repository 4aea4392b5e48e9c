import type { Json } from '../json/json.ts'
import { isJsonArray } from '../json/own.ts'

/** How many bytes the value takes as compact JSON in UTF-8, with `<`, `>` and `&` escaped as kube-apiserver writes them. */
export function jsonSize(value: Json): number {
  if (typeof value === 'string') return stringSize(value)
  if (value === null || typeof value !== 'object') return String(value).length
  if (isJsonArray(value)) {
    return value.reduce<number>((size, item) => size + jsonSize(item), separators(value.length))
  }
  const members = Object.entries(value)
  return members.reduce(
    (size, [key, member]) => size + stringSize(key) + 1 + jsonSize(member),
    separators(members.length),
  )
}

function separators(count: number): number {
  return 2 + Math.max(0, count - 1)
}

const shortEscapes = new Set(['"', '\\', '\n', '\r', '\t', '\b', '\f'])
const longEscapes = new Set(['<', '>', '&', '\u2028', '\u2029'])

/** Nearly all texts are plain: each character is one byte. */
const plain = /^[ !#-%'-;=?-[\]-~]*$/

function stringSize(text: string): number {
  if (plain.test(text)) return text.length + 2
  let size = 2
  for (const char of text) {
    if (shortEscapes.has(char)) size += 2
    else if (char < ' ' || longEscapes.has(char)) size += 6
    else size += utf8Length(char.codePointAt(0) ?? 0)
  }
  return size
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
