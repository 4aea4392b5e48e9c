import type { Json, JsonObject } from './json.ts'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { isJsonObject, type MutableJsonObject, setOwn } from './own.ts'
import { maxDepth, maxValues, type Parsed, type ParseOptions, tooManyValues } from './parsed.ts'
import { quoteGo } from './quote.ts'

/** Reads JSON character by character: slower than `JSON.parse`, but it sees repeated keys and every digit. */
export function readJson(text: string, options: ParseOptions): Parsed {
  const reader = new JsonReader(text, options)
  const value = reader.readDocument()
  return { value, duplicates: [...reader.duplicates] }
}

// kube-apiserver stops collecting after this many.
const maxDuplicates = 100
/** In digits, with a sign and leading zeros that nobody writes. */
const longestInt64 = 40
const minInt64 = -(2n ** 63n)
const maxInt64 = 2n ** 63n - 1n
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

class JsonReader {
  readonly duplicates: Set<string> = new Set()
  readonly #text: string
  readonly #merging: boolean
  readonly #maxValues: number
  readonly #maxDepth: number
  #at = 0
  #depth = 0
  #values = 0
  #path = ''

  constructor(text: string, { repeated, ours = false }: ParseOptions) {
    this.#text = text
    this.#merging = repeated === 'merge'
    this.#maxValues = ours ? Number.POSITIVE_INFINITY : maxValues
    this.#maxDepth = ours ? Number.POSITIVE_INFINITY : maxDepth
  }

  readDocument(): Json {
    const value = this.#readValue()
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#unexpected('after top-level value')
    return value
  }

  #readValue(): Json {
    this.#skipSpace()
    if (++this.#values > this.#maxValues) this.#refuse(tooManyValues)
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#readObject())
      case '[':
        return this.#nested(() => this.#readArray())
      case '"':
        return this.#readString()
      case 't':
        return this.#readWord('true', true)
      case 'f':
        return this.#readWord('false', false)
      case 'n':
        return this.#readWord('null', null)
      default:
        return this.#readNumber()
    }
  }

  #nested(read: () => Json): Json {
    if (++this.#depth > this.#maxDepth) this.#refuse(`exceeded max depth of ${maxDepth}`)
    const path = this.#path
    const value = read()
    this.#path = path
    this.#depth--
    return value
  }

  #readObject(): Json {
    const object: MutableJsonObject = {}
    const path = this.#path
    this.#at++
    this.#skipSpace()
    if (this.#take('}')) return object
    for (;;) {
      this.#skipSpace()
      if (this.#text[this.#at] !== '"') this.#unexpected('looking for beginning of object key string')
      const key = this.#readString()
      this.#skipSpace()
      if (!this.#take(':')) this.#unexpected('after object key')
      this.#path = path === '' ? key : `${path}.${key}`
      if (Object.hasOwn(object, key)) this.#reportDuplicate()
      this.#put(object, key, this.#readValue())
      this.#skipSpace()
      if (this.#take('}')) return object
      if (!this.#take(',')) this.#unexpected('after object key:value pair')
    }
  }

  #put(object: MutableJsonObject, key: string, value: Json): void {
    const first = this.#merging && Object.hasOwn(object, key) ? object[key] : undefined
    setOwn(object, key, isJsonObject(first) && isJsonObject(value) ? mergeInto(first, value) : value)
  }

  #reportDuplicate(): void {
    if (this.duplicates.size < maxDuplicates) this.duplicates.add(`duplicate field ${quoteGo(this.#path)}`)
  }

  #readArray(): Json {
    const items: Json[] = []
    const path = this.#path
    this.#at++
    this.#skipSpace()
    if (this.#take(']')) return items
    for (;;) {
      this.#path = `${path}[${items.length}]`
      items.push(this.#readValue())
      this.#skipSpace()
      if (this.#take(']')) return items
      if (!this.#take(',')) this.#unexpected('after array element')
    }
  }

  #readString(): string {
    let result = ''
    let start = ++this.#at
    for (;;) {
      const character = this.#text[this.#at]
      if (character === undefined) this.#unexpected('in string literal')
      if (character === '"') {
        result += this.#text.slice(start, this.#at++)
        // Half of a surrogate pair is no character; Go reads a replacement for it.
        return result.toWellFormed()
      }
      if (character < ' ') this.#unexpected('in string literal')
      if (character === '\\') {
        result += this.#text.slice(start, this.#at++) + this.#readEscape()
        start = this.#at
      } else this.#at++
    }
  }

  #readEscape(): string {
    const letter = this.#text[this.#at] ?? ''
    if (letter === 'u') return this.#readCodeUnit()
    const character = shortEscapes[letter]
    if (character === undefined) this.#unexpected('in string escape code')
    this.#at++
    return character
  }

  #readCodeUnit(): string {
    const start = ++this.#at
    for (; this.#at < start + 4; this.#at++) {
      if (!/[0-9a-fA-F]/.test(this.#text[this.#at] ?? ''))
        this.#unexpected('in \\u hexadecimal character escape')
    }
    return String.fromCharCode(Number.parseInt(this.#text.slice(start, this.#at), 16))
  }

  #readWord(word: string, value: boolean | null): boolean | null {
    for (let offset = 1; offset < word.length; offset++) {
      this.#at++
      if (this.#text[this.#at] === word[offset]) continue
      this.#unexpected(`in literal ${word} (expecting '${word[offset]}')`)
    }
    this.#at++
    return value
  }

  #readNumber(): number | bigint {
    const start = this.#at
    const signed = this.#take('-')
    if (!this.#take('0') && this.#takeDigits() === 0) {
      this.#unexpected(signed ? 'in numeric literal' : 'looking for beginning of value')
    }
    let whole = true
    if (this.#take('.')) {
      whole = false
      if (this.#takeDigits() === 0) this.#unexpected('after decimal point in numeric literal')
    }
    if (this.#take('e') || this.#take('E')) {
      whole = false
      if (!this.#take('+')) this.#take('-')
      if (this.#takeDigits() === 0) this.#unexpected('in exponent of numeric literal')
    }
    const literal = this.#text.slice(start, this.#at)
    const value = whole ? integerOf(literal) : Number(literal)
    if (typeof value === 'number' && !Number.isFinite(value))
      this.#refuse(`json: cannot unmarshal number ${literal.slice(0, 40)} into Go value of type float64`)
    return value
  }

  #takeDigits(): number {
    const start = this.#at
    for (;;) {
      const character = this.#text[this.#at]
      if (character === undefined || character < '0' || character > '9') return this.#at - start
      this.#at++
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skipSpace(): void {
    for (;;) {
      const character = this.#text[this.#at]
      if (character !== ' ' && character !== '\n' && character !== '\t' && character !== '\r') return
      this.#at++
    }
  }

  #refuse(why: string): never {
    throw new JsonSyntaxError(why, this.#text, this.#at)
  }

  #unexpected(where: string): never {
    const point = this.#text.codePointAt(this.#at)
    const message =
      point === undefined
        ? 'unexpected end of JSON input'
        : `invalid character ${quoteCharacter(firstByte(point))} ${where}`
    throw new JsonSyntaxError(message, this.#text, this.#at)
  }
}

/** Go keeps an integer literal exact as long as it fits an int64, and falls back to a float. */
export function integerOf(literal: string): number | bigint {
  const value = Number(literal)
  // Making a bigint of a text takes time that grows faster than the text.
  if (Number.isSafeInteger(value) || literal.length > longestInt64) return value
  const exact = BigInt(literal)
  return exact >= minInt64 && exact <= maxInt64 ? exact : value
}

/** The first was made by this reader and is nobody else's yet: copying it for each repetition would take for ever. */
function mergeInto(first: MutableJsonObject, second: JsonObject): Json {
  for (const key of Object.keys(second)) setOwn(first, key, second[key] as Json)
  return first
}

/** Go reads bytes, and shows the one that it stumbles over as if it were a character. */
function firstByte(point: number): string {
  return String.fromCharCode(Buffer.from(String.fromCodePoint(point))[0] ?? point)
}

function quoteCharacter(character: string): string {
  if (character === "'") return "'\\''"
  if (character === '"') return `'"'`
  return `'${quoteGo(character).slice(1, -1)}'`
}
