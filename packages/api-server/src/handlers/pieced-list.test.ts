import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joined } from '../request/api-request.ts'
import { piecedList } from './pieced-list.ts'

const head = Buffer.from('{"kind":"List","items":[')
const prefix = '{"kind":"Cake",'
const cake = (name: string): string => `${prefix}"metadata":{"name":"${name}"}}`
const large = 'x'.repeat(120_000)

type Row = [what: string, names: readonly string[], omitted: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['nothing',                  [],                                      0,                 'it is a list all the same'],
  ['one item',                 ['a'],                                   0,                 'there is no comma'],
  ['one item without a kind',  ['a'],                                   prefix.length - 1, 'what is cut keeps its brace'],
  ['a few items',              ['a', 'b', 'c'],                         prefix.length - 1, 'they fit into one piece'],
  ['more than a piece',        [large, 'b', large, large, 'e', large],  prefix.length - 1, 'pieces end where items do'],
  ['more than a piece, whole', [large, 'b', large, large, 'e', large],  0,                 'custom kinds keep what they are'],
  ['items above a piece each', ['x'.repeat(300_000), 'y'.repeat(400_000)], 0,              'no item is torn'],
]

describe('the bytes of a list', () => {
  for (const [what, names, omitted, because] of rows) {
    it(`of ${what} are its items with commas between, because ${because}`, () => {
      const body = piecedList({ head, items: names.map((name) => Buffer.from(cake(name))), omitted })
      const whole = Buffer.isBuffer(body) ? body : joined(body)
      const items = names.map((name) => (omitted === 0 ? cake(name) : `{${cake(name).slice(prefix.length)}`))
      assert.equal(whole.toString(), `${head.toString()}${items.join(',')}]}\n`)
      assert.equal(body.length, whole.length)
      assert.equal(Buffer.isBuffer(body), whole.length <= 256 * 1024)
    })
  }
})
