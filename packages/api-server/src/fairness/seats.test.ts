import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '../errors/api-error.ts'
import { Seats } from './seats.ts'

interface Work {
  readonly done: Promise<string>
  readonly finish: () => void
}

/** Requests that last until they are finished by hand, and the order in which they were begun. */
function desk(seats: Seats): { readonly begun: string[]; readonly ask: (flow: string) => Work } {
  const begun: string[] = []
  const ask = (flow: string): Work => {
    const over = Promise.withResolvers<string>()
    const done = seats.run(flow, () => {
      begun.push(flow)
      return over.promise
    })
    done.catch(() => undefined)
    return { done, finish: () => over.resolve(flow) }
  }
  return { begun, ask }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const refused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 429 && error.headers['Retry-After'] === '1'

describe('seats', () => {
  it('are taken at once while there are any', () => {
    const { begun, ask } = desk(new Seats({ total: 2 }))
    ask('a')
    ask('b')
    assert.deepEqual(begun, ['a', 'b'])
  })

  it('leave others room beside one who floods', () => {
    const { begun, ask } = desk(new Seats({ total: 4, perFlow: 3 }))
    for (let each = 0; each < 10; each++) ask('flood')
    ask('other')
    assert.deepEqual(begun, ['flood', 'flood', 'flood', 'other'])
  })

  it('go to those who wait in turns, however long their queues are', async () => {
    const { begun, ask } = desk(new Seats({ total: 1, perFlow: 1 }))
    const works = ['flood', 'flood', 'flood', 'small', 'quiet', 'flood'].map(ask)
    for (const { finish, done } of [works[0], works[1], works[3], works[4]].filter(
      (work) => work !== undefined,
    )) {
      finish()
      await done
    }
    assert.deepEqual(begun, ['flood', 'flood', 'small', 'quiet', 'flood'])
  })

  it('are refused to a flow whose queue is full, and to no other', async () => {
    const { begun, ask } = desk(new Seats({ total: 2, perFlow: 1, queued: 2 }))
    for (let each = 0; each < 3; each++) ask('flood')
    await assert.rejects(ask('flood').done, refused)
    const other = ask('other')
    other.finish()
    assert.equal(await other.done, 'other')
    assert.deepEqual(begun, ['flood', 'other'])
  })

  it('are given back while somebody outside is waited for', async () => {
    const seats = new Seats({ total: 1, asidePerFlow: 2 })
    const hanging = Promise.withResolvers<void>()
    const slow = [1, 2].map(() => seats.run('a', () => seats.aside('hook', () => hanging.promise)))
    await turn()
    assert.equal(await seats.run('b', () => 'answered'), 'answered')
    assert.equal(await seats.run('a', () => 'answered'), 'answered')
    await assert.rejects(
      seats.run('a', () => seats.aside('hook', () => hanging.promise)),
      refused,
    )
    assert.equal(await seats.run('b', () => seats.aside('hook', async () => 'asked')), 'asked')
    assert.equal(await seats.run('a', () => seats.aside('another hook', async () => 'asked')), 'asked')
    hanging.resolve()
    await Promise.all(slow)
  })

  it('are all free again when everybody has gone, whatever happened to them', async () => {
    const seats = new Seats({ total: 2, perFlow: 2 })
    const failing = seats.run('a', () => Promise.reject(new Error('no')))
    await assert.rejects(failing)
    await seats.run('a', () => Promise.all([1, 2].map(() => seats.aside('hook', turn))))
    const { begun, ask } = desk(seats)
    ask('a')
    ask('a')
    ask('a')
    assert.deepEqual(begun, ['a', 'a'])
  })

  it('are not needed by the server itself', async () => {
    assert.equal(await new Seats({ asidePerFlow: 0 }).aside('hook', async () => 'asked'), 'asked')
  })
})
