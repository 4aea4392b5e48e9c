import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConditionsError, type ConditionsErrorCode } from '../errors.ts'
import { frozen, told } from '../short.testing.ts'
import { conditionLayouts } from './layout.ts'
import { mirrorUntyped, readConditions } from './read-conditions.ts'

const bar = { type: 'bar', status: 'True', reason: 'R', message: 'm' }
const old = { type: 'old', status: 'True', severity: 'Info' }

describe('reading conditions of any object', () => {
  type Case = [name: string, status: unknown, says: string[], path: string | undefined, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['status.conditions',               { conditions: [bar] },                                      ['bar=True R: m'],             'status.conditions',         'that is where they are'],
    ['status.v1beta2.conditions',       { conditions: [old], v1beta2: { conditions: [bar] } },      ['bar=True R: m'],             'status.v1beta2.conditions', 'the newer list counts'],
    ['status.experimentalConditions',   { conditions: [old], experimentalConditions: [bar] },       ['bar=True R: m'],             'status.experimentalConditions', 'the newer list counts'],
    ['empty v1beta2 list',              { conditions: [old], v1beta2: { conditions: [] } },         [],                            'status.v1beta2.conditions', 'an empty list is a list'],
    ['v1beta2 without a list',          { conditions: [bar], v1beta2: {} },                         ['bar=True R: m'],             'status.conditions',         'there is no newer list'],
    ['v1beta2 list of a wrong shape',   { conditions: [bar], v1beta2: { conditions: {} } },         ['bar=True R: m'],             'status.conditions',         'what is no list is not set'],
    ['list of a wrong shape',           { conditions: 'many' },                                     [],                            undefined,                   'what is no list is not set'],
    ['no conditions',                   {},                                                         [],                            undefined,                   'there are none'],
    ['status of a wrong shape',         'fine',                                                     [],                            undefined,                   'there are none'],
    ['no status',                       undefined,                                                  [],                            undefined,                   'there are none'],
    ['elements that are no objects',    { conditions: [null, 'x', 3, [bar], bar] },                 ['bar=True R: m'],             'status.conditions',         'they are skipped'],
    ['no reason',                       { conditions: [{ type: 'a', status: 'False' }] },           ['a=False NoReasonReported'],  'status.conditions',         'an API server would refuse an empty one'],
    ['unknown keys and severity',       { conditions: [{ ...old, more: [1] }] },                    ['old=True NoReasonReported'], 'status.conditions',         'they are ignored'],
    ['the same type twice',             { conditions: [bar, { ...bar, status: 'False' }] },         ['bar=True R: m', 'bar=False R: m'], 'status.conditions',   'both are there, and the first counts'],
  ]

  for (const [name, status, says, path, because] of cases) {
    it(`${name}: ${says.join(', ') || 'none'}, because ${because}`, () => {
      const reading = readConditions(frozen({ kind: 'Foo', status }))
      assert.ok(reading.read)
      assert.deepEqual(reading.items.map(told), says)
      assert.equal(reading.path?.join('.'), path)
    })
  }

  it('takes generation and time as they are', () => {
    const full = { ...bar, observedGeneration: 7, lastTransitionTime: '2024-01-01T01:00:00.5+01:00' }
    const reading = readConditions({ status: { conditions: [full] } })
    assert.deepEqual(reading, { read: true, items: [full], path: ['status', 'conditions'] })
  })

  it('knows the ways to write a time that was never set', () => {
    for (const lastTransitionTime of [undefined, null, '', 'null', '0001-01-01T00:00:00Z']) {
      const reading = readConditions({
        status: { conditions: [{ ...bar, lastTransitionTime, observedGeneration: 0 }] },
      })
      assert.deepEqual(reading.read && reading.items, [bar])
    }
  })

  it('looks where it is told to look, and only there', () => {
    const object = {
      status: { conditions: [bar], backCompatibility: { conditions: [{ ...bar, type: 'x' }] } },
    }
    const reading = readConditions(object, { path: ['status', 'backCompatibility', 'conditions'] })
    assert.deepEqual(reading.read && reading.items.map(told), ['x=True R: m'])
    assert.deepEqual(readConditions(object, { path: ['status', 'missing'] }), { read: true, items: [] })
  })

  it('is not led astray by what every object inherits', () => {
    assert.deepEqual(readConditions({ status: {} }, { path: ['status', 'constructor', 'name'] }), {
      read: true,
      items: [],
    })
  })
})

describe('conditions that cannot be read', () => {
  type Case = [name: string, bad: unknown, code: ConditionsErrorCode, text: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['no type',              { status: 'True' },                               'type-missing',        'type must be set for all conditions'],
    ['empty type',           { type: '', status: 'True' },                     'type-missing',        'type must be set for all conditions'],
    ['no status',            { type: 'foo' },                                  'status-missing',      'status must be set for the foo condition'],
    ['unknown status',       { type: 'foo', status: 'Maybe' },                 'status-unknown',      'status for the foo condition must be one of True, False, Unknown'],
    ['bad time',             { ...bar, lastTransitionTime: 'soon' },           'time-malformed',      'failed to unmarshal lastTransitionTime value: soon: "soon" is not an RFC 3339 time'],
    ['type is a number',     { ...bar, type: 3 },                              'condition-malformed', 'type must be a string, not a number'],
    ['reason is null',       { ...bar, reason: null },                         'condition-malformed', 'reason must be a string, not null'],
    ['message is a list',    { ...bar, message: [] },                          'condition-malformed', 'message must be a string, not a list'],
    ['status is a boolean',  { ...bar, status: true },                         'condition-malformed', 'status must be a string, not a boolean'],
    ['time is a number',     { ...bar, lastTransitionTime: 5 },                'condition-malformed', 'lastTransitionTime must be a string, not a number'],
    ['broken generation',    { ...bar, observedGeneration: 1.5 },              'condition-malformed', 'observedGeneration must be a whole number, not 1.5'],
    ['generation as text',   { ...bar, observedGeneration: '1' },              'condition-malformed', 'observedGeneration must be a whole number, not a string'],
  ]

  for (const [name, bad, code, text] of cases) {
    it(`${name}: ${text}`, () => {
      const reading = readConditions({ kind: 'Foo', status: { v1beta2: { conditions: [bar, bad] } } })
      assert.ok(!reading.read)
      assert.equal(reading.error.code, code)
      assert.equal(reading.why, text)
      assert.equal(reading.path?.join('.'), 'status.v1beta2.conditions')
      assert.equal(reading.error.message, `status.v1beta2.conditions: ${text}`)
    })
  }

  it('says so when there is no object', () => {
    for (const nothing of [undefined, null]) {
      const reading = readConditions(nothing)
      assert.equal(reading.read === false && reading.why, 'there is no object')
    }
  })
})

describe('mirroring an object of any kind', () => {
  const source = {
    kind: 'AWSMachine',
    metadata: { name: 'm1', namespace: 'prod' },
    status: { conditions: [bar] },
  }

  it('says what its condition says and names the object', () => {
    const { condition, sources } = mirrorUntyped(source, 'bar', { target: 'InfrastructureReady' })
    assert.equal(told(condition), 'InfrastructureReady=True R: m')
    assert.deepEqual(sources, [
      { ref: { kind: 'AWSMachine', namespace: 'prod', name: 'm1' }, condition: 'bar' },
    ])
  })

  it('throws where the object cannot be read', () => {
    for (const bad of [undefined, { status: { conditions: [{}] } }]) {
      assert.throws(() => mirrorUntyped(bad, 'bar'), ConditionsError)
    }
  })
})

describe('the layouts in use', () => {
  it('keep the two models apart at every stage', () => {
    assert.deepEqual(
      Object.values(conditionLayouts).map(({ conditions, severityConditions }) => [
        conditions?.join('.'),
        severityConditions?.join('.'),
      ]),
      [
        [undefined, 'status.conditions'],
        ['status.v1beta2.conditions', 'status.conditions'],
        ['status.conditions', 'status.deprecated.v1beta1.conditions'],
        ['status.conditions', undefined],
      ],
    )
  })
})
