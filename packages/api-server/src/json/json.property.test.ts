import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { same } from '@sitrep/status/same'
import fc from 'fast-check'
import { cloneJson } from './clone-json.ts'
import type { Json } from './json.ts'
import { JsonSyntaxError } from './json-syntax-error.ts'
import { parseJson } from './parse-json.ts'
import { parseYaml } from './parse-yaml.ts'
import { readJson } from './read-json.ts'
import { stringifyJson } from './stringify-json.ts'

// Written without an exponent, such a double reads as an integer, and integers of that size are bigints.
const looksLikeBigInteger = (value: number): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21

const leaf = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !looksLikeBigInteger(value))
    .map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
)
const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'a.b', ''))
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie('json')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries) as Json),
  ),
}))

describe('JSON of any kind', () => {
  it('comes back as it was written, to the last digit', () => {
    fc.assert(fc.property(json, (value) => assert.ok(same(parseJson(stringifyJson(value)).value, value))))
  })

  it('is read the same fast and slowly, and as YAML', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = stringifyJson(value)
        assert.ok(same(readJson(text, {}).value, value))
        assert.ok(same(parseYaml(text).value, value))
      }),
    )
  })

  it('is copied without being shared', () => {
    fc.assert(fc.property(json, (value) => assert.ok(same(cloneJson(value), value))))
  })
})

describe('text of any kind', () => {
  it('is JSON for us exactly when it is for the platform', () => {
    const almost = fc
      .tuple(json, fc.nat(), fc.constantFrom('', '"', '{', '}', ',', ':', '1', 'e', '\\', ' '))
      .map(([value, at, part]) => {
        const text = stringifyJson(value)
        const place = at % (text.length + 1)
        return text.slice(0, place) + part + text.slice(place)
      })
    fc.assert(
      fc.property(almost, (text) => {
        assert.equal(
          reads(() => readJson(text, {})),
          reads(() => JSON.parse(text)) && !beyondNumbers(JSON.parse(text)),
        )
      }),
    )
  })
})

/** A literal that no float64 holds is JSON, but nothing that Go could read. */
function beyondNumbers(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(beyondNumbers)
}

function reads(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof SyntaxError) return false
    throw error
  }
}
