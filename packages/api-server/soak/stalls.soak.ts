// How long one request can hold the event loop: every hostile request that we know of, alone, with the worst turn of the loop beside it.
// `--only TEXT` sends those whose names hold the text, and what they need.
import { parseArgs } from 'node:util'
import { definitionsPath, openTestServer, type TestServer, widgetDefinition } from '../src/server.testing.ts'
import { openMemoryStore } from '../src/store/memory-store.ts'
import type { Store } from '../src/store/store.ts'
import { measureHeld } from './held.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'
import { hostileToSchemas, serveSchemas } from './hostile-schemas.ts'
import { hostileToWorlds, prepareWorld } from './hostile-worlds.ts'
import { hostileToLargeWorlds, openLargeStore, serveManyKinds } from './large-worlds.ts'

/** What no request may hold the loop for, in milliseconds of the processor. */
const bar = 100
const sizes = [100_000, 1_000_000, 2_900_000]

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values
const worst = new Map<string, number>()
const mistakes: unknown[] = []
let sent = 0

await onServer(await openLargeStore(), async (test) => {
  await serveManyKinds(test)
  for (const request of hostileToLargeWorlds()) await measure(test, request, 0)
})
await onServer(openMemoryStore({ now: Date.now }), async (test) => {
  await test.call('POST', definitionsPath, widgetDefinition())
  await prepareWorld(test)
  await serveSchemas(test)
  for (const request of hostileToSchemas()) await measure(test, request, request.body?.length ?? 0)
  for (const size of sizes)
    for (const request of [...hostileRequests(size), ...hostileToWorlds(size)])
      await measure(test, request, size)
})
const over = [...worst].filter(([, ms]) => ms > bar).sort(([, a], [, b]) => b - a)
for (const [name, ms] of over) console.log(`over ${bar} ms: ${name}, ${ms.toFixed(0)} ms`)
const tell = (name: string, value: number, unit?: string): void =>
  console.log(JSON.stringify({ name, value, unit }))
tell('hostile requests', sent)
tell('worst turn of the event loop', Math.max(...worst.values()), 'ms')
tell(`requests that held it for more than ${bar} ms`, over.length)
for (const mistake of mistakes) console.error('a mistake of the server:', mistake)
process.exitCode = mistakes.length > 0 || over.length > 0 ? 1 : 0

async function onServer(store: Store, work: (test: TestServer) => Promise<void>): Promise<void> {
  const test = await openTestServer({
    store,
    tokens: [{ token: 'nobody', user: { name: 'nobody', groups: [] } }],
  })
  await work(test)
  mistakes.push(...test.mistakes)
  await test.close()
}

async function measure(test: TestServer, request: HostileRequest, size: number): Promise<void> {
  // Whatever is created may be what others are sent to.
  if (!request.name.includes(only) && !request.name.startsWith('create,')) return
  const { held, result } = await measureHeld(() => send(test, request))
  sent++
  worst.set(request.name, Math.max(worst.get(request.name) ?? 0, held.computedMs))
  console.log(
    `${held.computedMs.toFixed(0).padStart(6)} ms computed ${held.waitedMs.toFixed(0).padStart(6)} ms waited  ${result}  ${String(size).padStart(8)} bytes  ${request.name}`,
  )
}

async function send(test: TestServer, request: HostileRequest): Promise<number> {
  const { method, path, body, anybody, events, ...said } = request
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
