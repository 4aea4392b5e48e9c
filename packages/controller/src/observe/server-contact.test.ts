import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Connection } from '../connection/connection.ts'
import { ControllerError, type ControllerErrorCode } from '../errors.ts'
import { type ManualTiming, manualTiming } from '../timing.testing.ts'
import { type ContactChange, Contacts } from './contacts.ts'
import { ServerContact } from './server-contact.ts'

const error = (code: ControllerErrorCode, httpStatus?: number): ControllerError =>
  new ControllerError(code, code, { retry: 'with-backoff', ...(httpStatus !== undefined && { httpStatus }) })

describe('The contact to a server', () => {
  let timing: ManualTiming
  let contact: ServerContact
  let contacts: Contacts
  let fails: ControllerError | undefined
  let asked = 0
  let told: string[] = []

  beforeEach(() => {
    timing = manualTiming(0)
    fails = undefined
    asked = 0
    told = []
    contacts = new Contacts()
    const answer = async (): Promise<never> => {
      asked++
      if (fails !== undefined) throw fails
      return {} as never
    }
    const connection: Connection = { server: 'scripted', request: answer, stream: answer, close: () => {} }
    const inWords = ({ state, why, since }: ContactChange): string => `${since} ${state} ${why ?? ''}`.trim()
    contact = new ServerContact({
      connection,
      timing,
      onContact: (seen) => {
        const change = contacts.tell(seen)
        if (change !== undefined) told.push(inWords(change))
      },
    })
  })
  afterEach(() => contact.stop())

  it('is told once however long it lasts, and costs a request now and then', async () => {
    contact.start()
    await timing.advance(600_000, 1_000)
    assert.deepEqual(told, ['1000 made'])
    assert.ok(asked <= 41, `${asked} requests in ten minutes`)
  })

  it('is lost when the server does not answer twice, and is told when it is back', async () => {
    contact.start()
    await timing.advance(20_000, 1_000)
    fails = error('not-reachable')
    await timing.advance(120_000, 1_000)
    assert.deepEqual(told.slice(1), ['31000 lost not-reachable'])
    fails = undefined
    await timing.advance(10_000, 1_000)
    assert.equal(told.at(-1)?.split(' ')[1], 'made')
  })

  it('is looked at as soon as somebody else gets no answer, and no more often for many of them', async () => {
    contact.start()
    await timing.advance(3_000, 1_000)
    fails = error('not-reachable')
    const before = asked
    for (let count = 0; count < 100; count++)
      await assert.rejects(contact.connection.request({ path: '/api' }), { code: 'not-reachable' })
    await timing.advance(8_000, 1_000)
    assert.deepEqual(
      told.slice(1).map((words) => words.split(' ')[1]),
      ['lost'],
    )
    assert.ok(asked - before - 100 <= 8, `${asked - before - 100} looks`)
  })

  it('that never was is told as such', async () => {
    fails = error('not-reachable')
    contact.start()
    await timing.advance(10_000, 1_000)
    assert.deepEqual(told, ['1000 unreachable not-reachable'])
  })

  type Case = [name: string, error: ControllerError, says: 'made' | 'lost', because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['forbids',                 error('forbidden', 403),     'made', 'whoever refuses is there'],
    ['has too much to do',      error('server-failed', 429), 'made', 'it says so itself'],
    ['answers with no JSON',    error('unreadable-answer'),  'made', 'something answers'],
    ['takes us for a stranger', error('unauthorized', 401),  'lost', 'nothing can be read with such credentials'],
    ['only fails',              error('server-failed', 503), 'lost', 'a proxy may answer for a server that is gone'],
  ]
  for (const [name, answer, says, because] of cases) {
    it(`to one that ${name} is ${says}, because ${because}`, async () => {
      contact.start()
      await timing.advance(1_000)
      fails = answer
      await timing.advance(60_000, 1_000)
      assert.equal(contacts.all[0]?.state, says)
    })
  }
})
