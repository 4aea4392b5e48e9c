import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { movedFields, type ServedStage, statusSchema, type WrittenStatus } from './schema.ts'

const schema = {
  failures: ['proposal'],
  // biome-ignore format: the table is read as one; its columns stay aligned
  status: [
    ['Count', 'size',         'size',                    'size',             'size'],
    ['Count', 'ready',        'deprecated.v1beta1.ready', 'ready',           'backCompatibility.ready'],
    ['Count', 'v1beta2.ready', 'ready',                  'experimentalReady', 'ready'],
    ['Flag',  'begun',        'start.begun',             '',                 'start.begun'],
  ],
} as const

describe('the status of a kind', () => {
  type Case = readonly [stage: ServedStage, fields: string, aside: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['released-v1beta1', 'size ready begun observedGeneration conditions v1beta2',    'v1beta2 conditions ready',  'what is new is tried out in a place of its own'],
    ['released-v1beta2', 'size ready start observedGeneration conditions deprecated', 'deprecated v1beta1',        'what is old has stepped aside'],
    ['proposal-v1beta1', 'size ready experimentalReady observedGeneration failureReason failureMessage conditions experimentalConditions', '', 'what is new is tried out beside'],
    ['proposal-v1beta2', 'size ready start observedGeneration conditions backCompatibility', 'backCompatibility conditions failureReason failureMessage ready', 'what is old has stepped aside'],
  ]
  for (const [stage, fields, aside, because] of cases)
    it(`has in ${stage}: ${fields}, because ${because}`, () => {
      const { properties } = statusSchema(schema, stage)
      assert.equal(Object.keys(properties).join(' '), fields)
      const [group = '', ...within] = aside === '' ? [] : aside.split(' ')
      const part = properties[group]
      assert.deepEqual(part && 'properties' in part ? Object.keys(part.properties) : [], within)
    })

  it('moves between two stages what stands in both, in different places', () => {
    const moved = movedFields(schema, 'released').map(({ older, newer }) => `${older} ${newer}`)
    assert.deepEqual(moved, [
      'conditions deprecated.v1beta1.conditions',
      'v1beta2.conditions conditions',
      'ready deprecated.v1beta1.ready',
      'v1beta2.ready ready',
      'begun start.begun',
    ])
  })

  it('is typed by its table, because the compiler reads it too', () => {
    const right: WrittenStatus<typeof schema, 'released'> = { size: 1, deprecated: { v1beta1: { ready: 1 } } }
    // @ts-expect-error: a count is no text, wherever it stands
    const wrong: WrittenStatus<typeof schema, 'released'> = { deprecated: { v1beta1: { ready: 'a' } } }
    // @ts-expect-error: what the other language alone has can only be taken away
    const other: WrittenStatus<typeof schema, 'released'> = { backCompatibility: { ready: 1 } }
    assert.deepEqual(Object.keys({ ...right, ...wrong, ...other }), [
      'size',
      'deprecated',
      'backCompatibility',
    ])
  })
})
