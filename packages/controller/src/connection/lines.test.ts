import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { lines } from './lines.ts'

async function* chunksOf(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (let index = 1; index < at.length; index++) yield bytes.subarray(at[index - 1], at[index])
}

async function linesOf(chunks: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const found: string[] = []
  for await (const batch of lines(chunks)) found.push(...batch.map((line) => line.toString('utf8')))
  return found
}

describe('Lines of a stream', () => {
  it('are the same wherever the chunks are cut, in the middle of a character too', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((line) => !line.includes('\n') && line !== '')
    await fc.assert(
      fc.asyncProperty(fc.array(text), fc.array(fc.nat()), async (given, cuts) => {
        const bytes = Buffer.from(given.map((line) => `${line}\n`).join(''))
        assert.deepEqual(await linesOf(chunksOf(bytes, cuts)), given)
      }),
    )
  })

  it('of 50 MB are put together once', async () => {
    const chunk = Buffer.alloc(2 ** 16, 'x')
    async function* large(): AsyncGenerator<Buffer> {
      for (let count = 0; count < 800; count++) yield chunk
      yield Buffer.from('\nend\n')
    }
    const found = await linesOf(large())
    assert.deepEqual(
      found.map(({ length }) => length),
      [800 * 2 ** 16, 3],
    )
  })

  it('end with the last line end; what follows it never was a whole line', async () => {
    assert.deepEqual(await linesOf(chunksOf(Buffer.from('a\n\nb\nhalf'), [])), ['a', 'b'])
  })
})
