import { setTimeout as sleep } from 'node:timers/promises'
import { createLoadClient, type LoadClient, type LoadTarget } from './client.ts'

/** A figure of one server. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const objects = 3500
const connections = 16
const watchers = 100
const watchedChanges = 300
const merge = 'application/merge-patch+json'

/** Creates, lists, gets, patches, watches and deletes some thousand ConfigMaps of 2 KB, as many clients at once would. */
export async function measureLoad(target: LoadTarget, residentMb: () => number): Promise<readonly Figure[]> {
  const client = createLoadClient(target, connections)
  const namespace = `bench-${process.pid}`
  const body = JSON.stringify({ metadata: { name: namespace } })
  await client.ask({ method: 'POST', path: '/api/v1/namespaces', body }, 201)
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const one = (index: number): string => `${path}/c-${index}`
  const { ask } = client
  const figures = [
    await rate('durable creates', objects, (index) =>
      ask({ method: 'POST', path, body: configMap(index) }, 201),
    ),
    await measureList(client, path),
    await rate('gets', 1000, (index) => ask({ method: 'GET', path: one(index) }, 200)),
    await rate('patches', 1000, (index) => ask(patchOf(one(index), 'a'), 200)),
    await measureWatches(target, path),
    { name: `memory, with ${objects} objects after the load`, value: residentMb(), unit: 'MB' },
    await rate('deletes', objects, (index) => ask({ method: 'DELETE', path: one(index) }, 200)),
  ]
  client.close()
  return figures
}

async function measureList({ ask }: LoadClient, path: string): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < 9; round++) {
    const start = performance.now()
    await ask({ method: 'GET', path }, 200)
    times.push(performance.now() - start)
  }
  const [middle = Number.NaN] = times.sort((a, b) => a - b).slice(4)
  return { name: `list of ${objects} objects`, value: middle, unit: 'ms' }
}

/** Many watchers of the same objects: every one of them must see every change. */
async function measureWatches(target: LoadTarget, path: string): Promise<Figure> {
  const { ask, watch, close } = createLoadClient(target, connections)
  const page = JSON.parse((await ask({ method: 'GET', path: `${path}?limit=1` }, 200)).toString())
  const { resourceVersion } = (page as { metadata: { resourceVersion: string } }).metadata
  const seen = { events: 0 }
  const from = `${path}?watch=true&resourceVersion=${resourceVersion}`
  await Promise.all(Array.from({ length: watchers }, () => watch(from, seen)))
  const start = performance.now()
  await inParallel(watchedChanges, (index) => ask(patchOf(`${path}/c-${index}`, 'w'), 200))
  const wanted = watchedChanges * watchers
  while (seen.events < wanted && performance.now() - start < 60_000) await sleep(2)
  if (seen.events < wanted) throw new Error(`only ${seen.events} of ${wanted} events came`)
  const value = (seen.events * 1000) / (performance.now() - start)
  close()
  return { name: `watch events to ${watchers} watchers`, value, unit: '/s' }
}

async function rate(what: string, count: number, work: (index: number) => Promise<unknown>): Promise<Figure> {
  const start = performance.now()
  await inParallel(count, work)
  return {
    name: `${what}, ${connections} connections`,
    value: (count * 1000) / (performance.now() - start),
    unit: '/s',
  }
}

const filler = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key-${index}`, 'x'.repeat(40)]))

function configMap(index: number): string {
  return JSON.stringify({ metadata: { name: `c-${index}`, labels: { n: String(index % 10) } }, data: filler })
}

function patchOf(path: string, key: string): { method: string; path: string; body: string; type: string } {
  return { method: 'PATCH', path, body: JSON.stringify({ data: { [key]: 'b' } }), type: merge }
}

async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: connections }, worker))
}
