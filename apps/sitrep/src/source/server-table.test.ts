import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import fc from 'fast-check'
import { readSelection } from './selection.ts'
import { readTable } from './server-table.ts'

const resource = { group: 'g', version: 'v1', kind: 'Thing', plural: 'things', namespaced: true, names: [] }
const answering = (...answers: readonly unknown[]): Connection => {
  let at = 0
  const request = async (): Promise<unknown> => answers[Math.min(at++, answers.length - 1)]
  return { server: 'scripted', request } as unknown as Connection
}
const object = { metadata: { name: 'a' } }
const row = { cells: ['a'], object }
const column = { name: 'Name', type: 'string', priority: 0 }

type Case = [name: string, answer: unknown, says: RegExp]

// biome-ignore format: the table is the specification; its columns stay aligned
const tables: Case[] = [
  ['that is none',             'text',                                       /things cannot be read: the answer is no Table/],
  ['of no columns',            { columnDefinitions: [5], rows: [] },         /columns/],
  ['whose rows are none',      { columnDefinitions: [column], rows: 7 },     /rows/],
  ['with a row of no cells',   { columnDefinitions: [column], rows: [{}] },  /cells/],
  ['with a row of no object',  { columnDefinitions: [column], rows: [{ cells: [] }] }, /no object with a name/],
  ['that never ends',          { rows: [row], metadata: { continue: 'x' } }, /never ends/],
]

describe('A Table', () => {
  for (const [name, answer, says] of tables)
    it(`${name} is one error that says so: ${says}`, async () => {
      await assert.rejects(readTable(answering(answer), resource, {}), says)
    })

  it('is read over its pages', async () => {
    const pages = answering(
      { columnDefinitions: [column], rows: [row], metadata: { continue: 'x' } },
      { rows: [row], metadata: null },
    )
    const { rows, columnDefinitions } = await readTable(pages, resource, {})
    assert.deepEqual([rows.length, columnDefinitions], [2, [column]])
  })
})

describe('A list on the command line', () => {
  it('is objects with a kind and a name, or one error, whatever is answered', async () => {
    const odd = fc.jsonValue({ maxDepth: 3 })
    const items = fc.oneof(
      odd,
      fc.array(fc.oneof(odd, fc.constant(object), fc.record({ apiVersion: odd, kind: odd, metadata: odd }))),
    )
    const answers = fc.oneof(
      odd,
      fc.record({ items, metadata: fc.oneof(odd, fc.constant({ continue: 'x' })) }),
    )
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        try {
          for (const { kind, apiVersion, metadata } of await readSelection(answering(answer), { resource }))
            assert.deepEqual(
              [typeof kind, typeof apiVersion, typeof metadata.name],
              ['string', 'string', 'string'],
            )
        } catch (error) {
          assert.ok(error instanceof ControllerError, String(error))
          assert.match(error.message, /things cannot be read/)
        }
      }),
      { numRuns: 500 },
    )
  })
})
