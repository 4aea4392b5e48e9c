import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AnswerBody } from './answer-body.ts'

function opened(): { readonly body: AnswerBody; readonly told: readonly string[] } {
  const told: string[] = []
  const note = (word: string) => () => void told.push(word)
  const body = new AnswerBody({ pause: note('pause'), resume: note('resume'), giveUp: note('give up') })
  return { body, told }
}

const byte = Buffer.from('x')

async function read(body: AnswerBody): Promise<readonly number[]> {
  const lengths: number[] = []
  for await (const piece of body.pieces()) lengths.push(piece.length)
  return lengths
}

describe('The body of an answer', () => {
  it('is read in the pieces in which it came, and in one where there are many', async () => {
    const { body, told } = opened()
    for (let times = 0; times < 7; times++) body.push(byte)
    const reading = read(body)
    await Promise.resolve()
    for (let times = 0; times < 1_000; times++) body.push(byte)
    body.end()
    const lengths = await reading
    assert.deepEqual(lengths.slice(0, 7), [1, 1, 1, 1, 1, 1, 1])
    assert.deepEqual(lengths.slice(7), [1_000])
    assert.deepEqual(told, [])
  })

  it('waits where it comes from while nobody reads, whether it comes in long pieces or in single bytes', async () => {
    for (const [piece, most] of [
      [Buffer.alloc(64 * 1024), 5],
      [byte, 2_100],
    ] as const) {
      const { body, told } = opened()
      let pushed = 0
      for (; told.length === 0; pushed++) body.push(piece)
      assert.ok(pushed <= most, `${pushed} pieces were taken`)
      const reading = read(body)
      body.end()
      await reading
      assert.deepEqual(told, ['pause', 'resume'])
    }
  })

  it('is given up by whoever stops reading, and not once it is whole', async () => {
    const { body, told } = opened()
    body.push(byte)
    for await (const _ of body.pieces()) break
    assert.deepEqual(told, ['give up'])
    const whole = opened()
    whole.body.push(byte)
    whole.body.end()
    for await (const _ of whole.body.pieces()) break
    assert.deepEqual(whole.told, [])
  })

  it('is no whole one where it is longer than it may be, or breaks off', async () => {
    const long = opened()
    long.body.push(Buffer.alloc(11))
    long.body.end()
    assert.equal(await long.body.whole(10), undefined)
    const broken = opened()
    broken.body.push(byte)
    broken.body.break(new Error('gone'))
    await assert.rejects(broken.body.whole(10), /gone/)
  })
})
