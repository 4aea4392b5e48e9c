import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { interruptible } from './interruptible.ts'

/** A server that takes requests and never answers. */
const silent: Connection = {
  server: 'https://silent.example.com',
  request: ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
  stream: () => new Promise(() => {}),
  close: () => {},
}
const rude: Connection = {
  ...silent,
  request: async () => {
    throw new ControllerError('forbidden', 'no', { retry: 'never' })
  },
}

describe('A request that nobody answers', () => {
  it('ends when the person stops it', async () => {
    const stop = new AbortController()
    const asked = interruptible(silent, { interrupted: stop.signal }).request({ path: '/api' })
    stop.abort('SIGINT')
    await assert.rejects(asked, { exitCode: 3, message: 'Interrupted' })
  })

  it('ends when the time is over, and says who is silent', async () => {
    const { signal } = new AbortController()
    // A timer of an abort signal keeps no process alive.
    const alive = setTimeout(() => {}, 10_000)
    const asked = interruptible(silent, { interrupted: signal, withinMs: 1 }).request({ path: '/api' })
    await assert.rejects(asked, {
      exitCode: 3,
      message: 'https://silent.example.com has not answered in time',
    })
    clearTimeout(alive)
  })

  it('an answer that comes is left as it is', async () => {
    const { signal } = new AbortController()
    const asked = interruptible(rude, { interrupted: signal, withinMs: 2 ** 40 }).request({ path: '/api' })
    await assert.rejects(asked, { code: 'forbidden' })
  })
})
