import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { madeOnce } from '../made-once.ts'
import { backend, freePort, portOf, site } from '../sockets/testing.ts'
import { type ActiveCheckSettings, startActiveChecks } from './active-checks.ts'
import type { Health } from './health.ts'

async function endpoint(context: TestContext) {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/healthy' ? 204 : 500
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => void server.close())
  return { address: '127.0.0.1', port: portOf(server) }
}

/** Runs one round and gives what was found out, by port. */
async function roundOf(
  given: readonly { readonly address: string; readonly port: number }[],
  settings: Partial<ActiveCheckSettings>,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  const health: Pick<Health, 'checked'> = {
    checked(name, passed) {
      found[name] = passed
    },
  }
  const unused = (): never => {
    throw new TypeError('Checks do not ask')
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  let rounds = 0
  const stop = startActiveChecks({
    settings: { everyMs: 1, withinMs: 2_000, ...settings },
    sites: () => [
      site({ spec: { backends: { a: backend(given), u: backend(given, { transport: 'UDP' }) } }, place: {} }),
    ],
    health: { isAside: unused, succeeded: unused, failed: unused, keepOnly: unused, ...health },
    contexts: madeOnce(),
    timers: {
      after(_ms, run) {
        rounds += 1
        if (rounds === 1) run()
        else resolve()
        return () => {}
      },
    },
  })
  await promise
  stop()
  return found
}

describe('checks of endpoints', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [string, Partial<ActiveCheckSettings>, alive: string, because: string])[] = [
    ['a connection',   {},                   'passed',     'it is taken'],
    ['a healthy path', { path: '/healthy' }, 'passed',     'it answers well'],
    ['another path',   { path: '/ill' },     'not passed', 'it answers with an error'],
  ]
  for (const [name, settings, alive, because] of cases)
    it(`by ${name}: ${alive}, because ${because}; and nobody listens at the dead one`, async (context) => {
      const living = await endpoint(context)
      const dead = { address: '127.0.0.1', port: await freePort('127.0.0.1') }
      assert.deepEqual(await roundOf([living, dead], settings), {
        [`a 127.0.0.1:${living.port}`]: alive,
        [`a 127.0.0.1:${dead.port}`]: 'not passed',
      })
    })
})
