// How long one request can hold the event loop: every hostile request that we know of, alone, with the worst turn of the loop beside it.
// `--only TEXT` sends those whose names hold the text, and what they need.
import { parseArgs } from 'node:util'
import { definitionsPath, openTestServer, widgetDefinition } from '../src/server.testing.ts'
import { measureHeld } from './held.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { hostileToWorlds, prepareWorld } from './hostile-worlds.ts'

/** What no request may hold the loop for, in milliseconds of the processor. */
const bar = 100
const sizes = [100_000, 1_000_000, 2_900_000]

const test = await openTestServer({ tokens: [{ token: 'nobody', user: { name: 'nobody', groups: [] } }] })
await test.call('POST', definitionsPath, widgetDefinition())
await prepareWorld(test)
const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values
const worst = new Map<string, number>()
for (const size of sizes) {
  for (const request of [...hostileRequests(size), ...hostileToWorlds(size)]) {
    // Whatever is created may be what others are sent to.
    if (!request.name.includes(only) && !request.name.startsWith('create,')) continue
    // The first time, the platform compiles what it meets; others pay for that only once.
    const { held, result } = await measureHeld(() => send(request))
    worst.set(request.name, Math.max(worst.get(request.name) ?? 0, held.computedMs))
    console.log(
      `${held.computedMs.toFixed(0).padStart(6)} ms computed ${held.waitedMs.toFixed(0).padStart(6)} ms waited  ${result}  ${String(size).padStart(8)} bytes  ${request.name}`,
    )
  }
}
const over = [...worst].filter(([, ms]) => ms > bar).sort(([, a], [, b]) => b - a)
for (const [name, ms] of over) console.log(`over ${bar} ms: ${name}, ${ms.toFixed(0)} ms`)
const tell = (name: string, value: number, unit?: string): void =>
  console.log(JSON.stringify({ name, value, unit }))
tell('hostile requests', worst.size * sizes.length)
tell('worst turn of the event loop', Math.max(...worst.values()), 'ms')
tell(`requests that held it for more than ${bar} ms`, over.length)
for (const mistake of test.mistakes) console.error('a mistake of the server:', mistake)
await test.close()
process.exitCode = test.mistakes.length > 0 || over.length > 0 ? 1 : 0

async function send({ method, path, type, body, accept, anybody }: HostileRequest): Promise<number> {
  const call = anybody === true ? test.as('nobody') : test.call
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...(accept !== undefined && { accept }),
  }
  return (await call(method, path, body, headers)).status
}
