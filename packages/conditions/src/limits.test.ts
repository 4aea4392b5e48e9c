import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aggregate } from './aggregate.ts'
import { byteLength, compareBytes } from './byte-order.ts'
import type { Condition } from './condition.ts'
import { conditionLimits, shortenMessage, shortenReason } from './limits.ts'
import { mirror } from './mirror.ts'
import { applyConditions, diffConditions } from './patch/conditions.ts'
import { setCondition } from './set.ts'
import { object, one } from './short.testing.ts'
import { summarize } from './summarize.ts'

const now = '2024-06-01T12:00:00Z'
const limit = conditionLimits.message

describe('the length of a text in bytes', () => {
  for (const text of ['', 'plain', 'é', '名前', '🚀', 'a🚀b', '\ud800', 'x\udc00y', 'é🚀\ud83d']) {
    it(`${JSON.stringify(text)} is counted as it is sent`, () => {
      assert.equal(byteLength(text), Buffer.byteLength(text))
    })
  }
})

describe('the order of bytes', () => {
  const texts = ['', '!', 'A', 'a', 'ab', 'b', 'é', '名', '\ue000', 'ﬀ', '\uffff', '🚀', '🚀a', '\u{10ffff}']
  it('is that of the encoded texts, also beyond the basic plane', () => {
    for (const a of texts) {
      for (const b of texts) {
        const expected = Buffer.compare(Buffer.from(a), Buffer.from(b))
        assert.equal(Math.sign(compareBytes(a, b)), expected, `${a} against ${b}`)
      }
    }
  })
})

describe('a message that is too long', () => {
  const lines = Array.from({ length: 4_000 }, (_, i) => `* Machine m${i}: broken`).join('\n')

  it('is cut after a whole line and says how much is gone', () => {
    const short = shortenMessage(lines, limit)
    const shown = short.split('\n')
    const marker = /^\[shortened, (\d+) more bytes\]$/.exec(shown.pop() ?? '')
    assert.ok(byteLength(short) <= limit)
    assert.ok(byteLength(short) > limit - 100, 'as much is kept as there is room for')
    assert.ok(lines.startsWith(`${shown.join('\n')}\n`), 'what is left are whole lines')
    assert.equal(Number(marker?.[1]), byteLength(lines) - byteLength(shown.join('\n')))
  })

  it('is cut inside its first line where that alone is too long, never inside a character', () => {
    const short = shortenMessage('🚀'.repeat(20_000), limit)
    const [line = ''] = short.split('\n')
    assert.ok(byteLength(short) <= limit)
    assert.match(line, /^(?:🚀)+$/u)
  })

  it('stays as it is up to the limit exactly', () => {
    assert.equal(shortenMessage('x'.repeat(limit), limit), 'x'.repeat(limit))
    assert.notEqual(shortenMessage('x'.repeat(limit + 1), limit), 'x'.repeat(limit + 1))
    assert.notEqual(shortenMessage('é'.repeat(limit / 2 + 1), limit), 'é'.repeat(limit / 2 + 1))
  })

  it('is not shortened twice', () => {
    const short = shortenMessage(lines, limit)
    assert.equal(shortenMessage(short, limit), short)
  })
})

describe('a reason that is too long', () => {
  it('is cut to one word that an API server takes', () => {
    const short = shortenReason(`A${'b'.repeat(3_000)}`, 1_024)
    assert.equal(byteLength(short), 1_024)
    assert.match(short, /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/)
    assert.ok(short.endsWith(':Shortened'))
  })

  it('is cut at its first line end', () => {
    assert.equal(shortenReason(`One\n${'b'.repeat(3_000)}`, 1_024), 'One:Shortened')
  })
})

const long = one('Ready=False R', { message: `start\n${'x'.repeat(40_000)}`, reason: 'R'.repeat(2_000) })
const nameless = one('Ready=False')

type Made = [name: string, make: (from: Condition) => Condition | undefined]

const made: Made[] = [
  ['set', (from) => setCondition([], from, { now })[0]],
  ['mirrored', (from) => mirror([from], 'Ready').condition],
  ['mirrored from a fallback', (from) => mirror([], 'Ready', { fallback: from }).condition],
  ['summarized', (from) => summarize([from], { type: 'Target', types: ['Ready'] }).condition],
  [
    'aggregated',
    ({ message }) => aggregate([{ ...object('A/b'), conditions: [{ ...long, message }] }], 'Ready').condition,
  ],
]

describe('a condition made here', () => {
  for (const [name, make] of made) {
    it(`keeps within the limits when it is ${name}, or one long message would cost the whole status`, () => {
      const condition = make(long)
      assert.ok(byteLength(condition?.message ?? '') <= limit)
      assert.ok(byteLength(condition?.reason ?? '') <= conditionLimits.reason)
      assert.match(condition?.message ?? '', /\[shortened, \d+ more bytes\]$/)
    })

    it(`has a reason when it is ${name}, for an API server refuses an empty one`, () => {
      assert.notEqual(make(nameless)?.reason, '')
    })
  }

  it('says NoReasonReported where its source gave no reason', () => {
    assert.equal(setCondition([], nameless, { now })[0]?.reason, 'NoReasonReported')
    assert.equal(mirror([nameless], 'Ready').condition.reason, 'NoReasonReported')
  })
})

describe('a patch', () => {
  it('carries what it was given, however long and whether or not it has a reason', () => {
    const given = [long, one('Other=True')]
    const applied = applyConditions(diffConditions([], given), [], { now })
    assert.deepEqual(
      applied.map(({ reason, message }) => [reason, message]),
      given.map(({ reason, message }) => [reason, message]),
    )
  })
})
