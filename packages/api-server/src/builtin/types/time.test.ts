import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCanonicalTime } from '../../schema/formats/dates.ts'
import { canonicalMicroTime, canonicalTime } from './time.ts'

// biome-ignore format: a table
const times: readonly (readonly [given: string, written: string, because: string])[] = [
  ['2026-11-15T09:52:06Z',           '2026-11-15T09:52:06Z', 'it is in its one spelling'],
  ['2026-01-31T23:59:59Z',           '2026-01-31T23:59:59Z', 'January has 31 days'],
  ['2028-02-29T00:00:00Z',           '2028-02-29T00:00:00Z', 'a leap year has the day'],
  ['2026-11-15T09:52:06.987Z',       '2026-11-15T09:52:06Z', 'fractions are cut, not rounded'],
  ['2026-11-15t09:52:06z',           '2026-11-15T09:52:06Z', 'small letters are allowed to be read'],
  ['2026-01-01T00:30:00+01:00',      '2025-12-31T23:30:00Z', 'zones are counted back to UTC'],
  ['2026-13-01T00:00:00Z',           '2026-13-01T00:00:00Z', 'what is no time stays for the decoder to refuse'],
  ['yesterday',                      'yesterday',            'what is no time stays for the decoder to refuse'],
]

describe('times as metav1.Time writes them', () => {
  for (const [given, written, because] of times) {
    it(`${given} becomes ${written} because ${because}`, () => assert.equal(canonicalTime(given), written))
  }

  it('times all over a year and a leap year are left as they are, all but one day at a glance', () => {
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2029, 0, 1); at += 5 * 3_599_000) {
      const text = `${new Date(at).toISOString().slice(0, 19)}Z`
      assert.equal(canonicalTime(text), text)
      assert.ok(isCanonicalTime(text) || text.startsWith('2028-02-29'), text)
    }
  })

  it('no day that the calendar lacks is told at a glance', () => {
    for (const day of [
      '02-29',
      '02-30',
      '04-31',
      '06-31',
      '09-31',
      '11-31',
      '01-32',
      '00-10',
      '13-10',
      '05-00',
    ])
      assert.equal(isCanonicalTime(`2027-${day}T00:00:00Z`), false, day)
  })

  it('a MicroTime has six digits of fraction', () => {
    assert.equal(canonicalMicroTime('2026-11-15T09:52:06.5+02:00'), '2026-11-15T07:52:06.500000Z')
  })
})
