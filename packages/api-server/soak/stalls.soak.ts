// How long one request can hold the event loop: every hostile request that we know of, alone, with the worst turn of the loop beside it.
// `--only TEXT` sends those whose names hold the text, and what they need.
import { parseArgs } from 'node:util'
import { definitionsPath, openTestServer, widgetDefinition } from '../src/server.testing.ts'
import { openMemoryStore } from '../src/store/memory-store.ts'
import { measureHeld } from './held.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { hostileToWorlds, prepareWorld } from './hostile-worlds.ts'
import { fillStore, hostileToLargeWorlds, serveManyKinds } from './large-worlds.ts'

/** What no request may hold the loop for, in milliseconds of the processor. */
const bar = 100
const sizes = [100_000, 1_000_000, 2_900_000]

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values
// All of it can be asked for again.
const history = { maxAgeMs: 3_600_000, maxEvents: 1_000_000, maxBytes: 2 ** 30 }
const store = openMemoryStore({ now: Date.now, history })
await fillStore(store)
const tokens = [{ token: 'nobody', user: { name: 'nobody', groups: [] } }]
const test = await openTestServer({ store, tokens })
const worst = new Map<string, number>()
let sent = 0
await serveManyKinds(test)
for (const request of hostileToLargeWorlds()) await measure(request, 0)
await test.call('POST', definitionsPath, widgetDefinition())
await prepareWorld(test)
for (const size of sizes)
  for (const request of [...hostileRequests(size), ...hostileToWorlds(size)]) await measure(request, size)
const over = [...worst].filter(([, ms]) => ms > bar).sort(([, a], [, b]) => b - a)
for (const [name, ms] of over) console.log(`over ${bar} ms: ${name}, ${ms.toFixed(0)} ms`)
const tell = (name: string, value: number, unit?: string): void =>
  console.log(JSON.stringify({ name, value, unit }))
tell('hostile requests', sent)
tell('worst turn of the event loop', Math.max(...worst.values()), 'ms')
tell(`requests that held it for more than ${bar} ms`, over.length)
for (const mistake of test.mistakes) console.error('a mistake of the server:', mistake)
await test.close()
process.exitCode = test.mistakes.length > 0 || over.length > 0 ? 1 : 0

async function measure(request: HostileRequest, size: number): Promise<void> {
  // Whatever is created may be what others are sent to.
  if (!request.name.includes(only) && !request.name.startsWith('create,')) return
  const { held, result } = await measureHeld(() => send(request))
  sent++
  worst.set(request.name, Math.max(worst.get(request.name) ?? 0, held.computedMs))
  console.log(
    `${held.computedMs.toFixed(0).padStart(6)} ms computed ${held.waitedMs.toFixed(0).padStart(6)} ms waited  ${result}  ${String(size).padStart(8)} bytes  ${request.name}`,
  )
}

async function send({ method, path, body, anybody, events, ...said }: HostileRequest): Promise<number> {
  const headers = {
    ...(said.type !== undefined && { 'content-type': said.type }),
    ...(said.accept !== undefined && { accept: said.accept }),
    ...(said.encoding !== undefined && { 'accept-encoding': said.encoding }),
  }
  if (events === undefined)
    return (await (anybody === true ? test.as('nobody') : test.call)(method, path, body, headers)).status
  const watch = await test.watch(path, headers)
  await watch.events(events)
  watch.close()
  return watch.status
}
