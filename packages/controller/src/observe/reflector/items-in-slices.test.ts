import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { itemsInSlices, joinedInTurns } from './items-in-slices.ts'

const filler = 'x'.repeat(1_000)
const many = Array.from({ length: 5_000 }, (_, index) => ({
  metadata: { name: `n${index}`, annotations: { odd: '"]},{[\\' } },
  filler,
}))
const items = JSON.stringify(many)
const metadata = '{"resourceVersion":"7","continue":"next"}'
const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'))

type Case = [name: string, text: string, sliced: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['metadata before the items', `{"kind":"List","apiVersion":"v1","metadata":${metadata},"items":${items}}`, true,  'built-in kinds are written so'],
  ['metadata after the items',  `{"apiVersion":"v1","items":${items},"kind":"List","metadata":${metadata}}`, true,  'custom resources are written so'],
  ['a short list',              `{"metadata":${metadata},"items":[{"metadata":{"name":"a"}}]}`,              false, 'it takes no time'],
  ['spaces',                    `{"metadata":${metadata}, "items": ${items}}`,                               false, 'it is not written as servers write'],
  ['items that are no objects', `{"metadata":${metadata},"items":[1,${items.slice(1)}}`,                     false, 'whoever parses the whole says what is wrong'],
  ['items named twice',         `{"items":${items},"items":[1]}`,                                            false, 'the last ones count'],
]

describe('A long list', () => {
  for (const [name, text, sliced, because] of cases)
    it(`with ${name} is parsed ${sliced ? 'item by item' : 'as a whole'}, because ${because}`, async () => {
      const list = await itemsInSlices(Buffer.from(text), parse)
      assert.equal(list !== undefined, sliced)
      if (list === undefined) return
      const whole = JSON.parse(text) as { items: unknown }
      assert.deepEqual(list.items, whole.items)
      assert.deepEqual(list.envelope, { ...whole, items: [] })
    })

  it('lets others have their turn in between', async () => {
    let turns = 0
    let over = false
    const count = (): void => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await itemsInSlices(Buffer.from(`{"metadata":${metadata},"items":${items}}`), parse)
    over = true
    assert.ok(turns >= 4, `${turns} turns for five megabytes`)
  })

  it('that breaks off is no list', async () => {
    const broken = Buffer.from(`{"metadata":${metadata},"items":${items.slice(0, -10)}`)
    await assert.rejects(itemsInSlices(broken, parse), SyntaxError)
  })
})

const chunksOf = (count: number, bytes: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => Buffer.alloc(bytes, index % 251))

describe('Chunks of an answer', () => {
  for (const [count, bytes] of [
    [0, 0],
    [3, 10],
    [100, 65_536],
    [300, 65_536],
  ] as const)
    it(`${count} of ${bytes} bytes become one`, async () => {
      const chunks = chunksOf(count, bytes)
      const whole = await joinedInTurns(chunks, count * bytes)
      assert.ok(whole.equals(Buffer.concat(chunks)))
    })

  it('let others have their turn where they are many', async () => {
    let turns = 0
    const count = (): void => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await joinedInTurns(chunksOf(300, 65_536), 300 * 65_536)
    clearImmediate(next)
    assert.ok(turns >= 3, `${turns} turns for twenty megabytes`)
  })
})
