import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frozen } from '../short.testing.ts'
import { readSeverityConditions } from './read.ts'
import { told } from './short.testing.ts'

const full = { type: 'foo', status: 'False', severity: 'Info', reason: 'R', message: 'm' }
const other = { type: 'bar', status: 'True' }

type Case = [name: string, status: unknown, says: string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the older place',       { conditions: [full] },                                                    ['foo=False/Info R: m'], 'that is where they were'],
  ['the place behind',      { conditions: [other], deprecated: { v1beta1: { conditions: [full] } } },  ['foo=False/Info R: m'], 'that is where they are put away'],
  ['an empty list behind',  { conditions: [other], deprecated: { v1beta1: { conditions: [] } } },      [],                      'an empty list is a list'],
  ['not decodable behind',  { conditions: [other], deprecated: { v1beta1: { conditions: [3] } } },     ['bar=True'],            'the next place is asked'],
  ['a bad time behind',     { conditions: [other], deprecated: { v1beta1: { conditions: [{ ...full, lastTransitionTime: 'soon' }] } } }, ['bar=True'], 'the next place is asked'],
  ['conditions of a Pod',   { conditions: [{ type: 'PodScheduled', status: 'True', lastProbeTime: null }] }, ['PodScheduled=True'], 'what is known is taken'],
  ['hardly anything',       { conditions: [{}, null] },                                                ['=', '='],              'what is missing is empty'],
  ['unknown words',         { conditions: [{ ...full, status: 'Maybe', severity: 'Odd' }] },           ['foo=Maybe/Odd R: m'],  'a reader of old objects does not judge'],
  ['no conditions',         {},                                                                        [],                      'there are none'],
  ['no status',             undefined,                                                                 [],                      'there are none'],
]

describe('reading conditions with a severity', () => {
  for (const [name, status, says, because] of cases) {
    it(`${name}: ${says.join(', ') || 'none'}, because ${because}`, () => {
      const reading = readSeverityConditions(frozen({ kind: 'Foo', status }))
      assert.ok(reading.read)
      assert.deepEqual(reading.items.map(told), says)
    })
  }

  it('keeps times as they are, and leaves out what was never set', () => {
    const lastTransitionTime = '2024-01-01T00:00:00.5Z'
    const reading = readSeverityConditions({
      status: {
        conditions: [
          { ...full, lastTransitionTime },
          { ...other, lastTransitionTime: null },
        ],
      },
    })
    assert.deepEqual(reading.read && reading.items, [{ ...full, lastTransitionTime }, other])
  })

  it('looks where it is told to look', () => {
    const reading = readSeverityConditions({ spec: { list: [full] } }, { path: ['spec', 'list'] })
    assert.deepEqual(reading.read && reading.items, [full])
  })

  it('says so when there is no object, or a list that holds something else', () => {
    for (const bad of [
      undefined,
      null,
      { status: { conditions: [{ type: 3 }] } },
      { status: { conditions: 'x' } },
    ]) {
      const reading = readSeverityConditions(bad)
      assert.equal(reading.read, false)
      assert.notEqual(reading.read === false && reading.why, '')
    }
  })
})
