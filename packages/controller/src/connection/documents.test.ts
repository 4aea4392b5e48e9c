import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ControllerError } from '../errors.ts'
import { documents } from './documents.ts'

async function* chunksOf(bytes: Buffer, cuts: readonly number[] = []): AsyncGenerator<Buffer> {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (let index = 1; index < at.length; index++) yield bytes.subarray(at[index - 1], at[index])
}

async function read(chunks: AsyncIterable<Buffer>, mostBytes?: number) {
  const found: unknown[] = []
  try {
    for await (const batch of documents(chunks, { ...(mostBytes !== undefined && { mostBytes }) }))
      found.push(...batch)
    return { found, failed: false }
  } catch (error) {
    assert.ok(error instanceof ControllerError && error.code === 'unreadable-answer', String(error))
    return { found, failed: true }
  }
}

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('{', '}', '"', '\\', '\n', '}\n{', '\\"}'),
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(fc.string({ unit: 'grapheme' }), tie('value')), { maxLength: 4 })
    .map((members) => Object.fromEntries(members.map(([key, value]) => [`k${key}`, value]))),
})).object

describe('Documents of a stream', () => {
  it('are the same however each is laid out, whatever is between them and wherever the chunks are cut', async () => {
    const laidOut = fc.tuple(
      json,
      fc.constantFrom(0, 1, 2, '\t'),
      fc.constantFrom('\n', '\r\n', '', ' ', '\n\n \t'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(laidOut), fc.array(fc.nat()), async (given, cuts) => {
        const text = given.map(([value, indent, after]) => `${JSON.stringify(value, null, indent)}${after}`)
        const { found, failed } = await read(chunksOf(Buffer.from(text.join('')), cuts))
        assert.deepEqual([found, failed], [given.map(([value]) => value), false])
      }),
    )
  })

  type Case = [name: string, text: string, found: readonly unknown[], failed: boolean, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['one that nothing follows',         '{"a":1}',                   [{ a: 1 }],           false, 'the server may wait now'],
    ['one broken after a closing brace', '{"a":{}\n,"b":{"c":1}\n}',  [{ a: {}, b: { c: 1 } }], false, 'a line that looks whole need not be'],
    ['one that is not whole',            '{"a":1}\n{"b":',            [{ a: 1 }],           false, 'the rest never came'],
    ['a page of a proxy',                '{"a":1}\n<html>\n',         [{ a: 1 }],           true,  'what came before did happen'],
    ['values that are no objects',       '7\nnull\n',                 [],                   true,  'they are no events'],
    ['braces that hold no JSON',         '{"a":1}\n{a}\n{"b":2}\n',   [{ a: 1 }],           true,  'nobody knows what was meant'],
    ['one that closes too often',        '{"a":1}}\n',                [{ a: 1 }],           true,  'the first was whole'],
  ]
  for (const [name, text, expected, failed, because] of cases)
    it(`${name}: ${failed ? 'thrown' : 'read'}, because ${because}`, async () => {
      for (const cuts of [[], Array.from(text, (_, at) => at)])
        assert.deepEqual(await read(chunksOf(Buffer.from(text), cuts)), { found: expected, failed })
    })

  it('are given out as soon as they are whole, without waiting for what follows', async () => {
    async function* waiting(): AsyncGenerator<Buffer> {
      yield Buffer.from('{\n "a": 1\n}')
      await new Promise(() => {})
    }
    const { value } = await documents(waiting()).next()
    assert.deepEqual(value, [{ a: 1 }])
  })

  const large = (layout: 'line' | 'lines' | 'endless') =>
    async function* (): AsyncGenerator<Buffer> {
      const chunk = Buffer.alloc(2 ** 16, layout === 'line' ? 'x' : '{}\n')
      yield Buffer.from(layout === 'line' ? '{"a":"' : '{"a":\n"')
      for (let count = 0; layout === 'endless' || count < 400; count++) yield chunk
      yield Buffer.from('"}\n{"b":1}\n')
    }

  it('are tried and put together once, however many chunks they come in', async () => {
    let tried = 0
    const counting = (bytes: Buffer): unknown => {
      tried += bytes.length
      return { length: bytes.length }
    }
    for await (const _ of documents(large('line')(), { parse: counting }));
    assert.ok(tried < 1.1 * 400 * 2 ** 16, `${tried} bytes`)
  })

  it('are tried once also where thousands of them stand in one line', async () => {
    let tried = 0
    const counting = (bytes: Buffer): unknown => {
      tried += bytes.length
      return JSON.parse(bytes.toString())
    }
    const line = Buffer.from(`${'{}'.repeat(2 ** 15)}\n{"a":1}\n`)
    const found: unknown[] = []
    for await (const batch of documents(chunksOf(line, [100, 1_001, 50_000]), { parse: counting }))
      found.push(...batch)
    assert.equal(found.length, 2 ** 15 + 1)
    assert.ok(tried < 3 * line.length, `${tried} bytes`)
  })

  it('that are longer than allowed are thrown, and no more than that of them is kept', async () => {
    assert.deepEqual(await read(large('line')(), 2 ** 20), { found: [], failed: true })
    assert.deepEqual(await read(large('endless')(), 2 ** 20), { found: [], failed: true })
  })
})
