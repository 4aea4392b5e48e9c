import { createServer } from 'node:net'
import { measureChanges } from './changes.ts'
import { type Child, startChild } from './child.ts'
import { type Load, measureLoad } from './load.ts'
import { isInstalled, startNginx } from './nginx.ts'

export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly peer?: number
  readonly ratio?: number
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = Object(server.address())
      server.close(() => resolve(port))
    })
  })

/** Plain GETs through one route, beside HAProxy and nginx where they are installed; then how soon a change of a route is felt. */
export async function bench(size: 'small' | 'full'): Promise<readonly BenchRow[]> {
  const backend = await startChild('serve-backend.ts')
  const seconds = size === 'small' ? 1 : 4
  const ways: readonly (readonly [name: string, start: () => Promise<Child>])[] = [
    ['built-in', () => startChild('serve-data-plane.ts', 'built-in', backend.said)],
    ...(isInstalled('haproxy', '-v')
      ? [['HAProxy', () => startChild('serve-data-plane.ts', 'haproxy', backend.said)] as const]
      : []),
    ...(isInstalled('nginx', '-v')
      ? [['nginx', async () => startNginx(backend.said, await freePort())] as const]
      : []),
  ]
  const best = new Map<string, Load>()
  try {
    // In turns, so that what else the machine is doing meets all of them.
    for (let round = 0; round < (size === 'small' ? 1 : 3); round++)
      for (const [name, start] of ways) {
        const proxy = await start()
        const load = await measureLoad(proxy.said, seconds).finally(proxy.end)
        const before = best.get(name)
        if (before === undefined || load.requestsPerSecond > before.requestsPerSecond) best.set(name, load)
      }
  } finally {
    await backend.end()
  }
  return [...rowsOf(best), ...(await measureChanges(size === 'small' ? 100 : 1_000))]
}

function rowsOf(best: ReadonlyMap<string, Load>): readonly BenchRow[] {
  const ours = best.get('built-in')
  if (ours === undefined) return []
  const peers = [...best].filter(([name]) => name !== 'built-in')
  if (peers.length === 0) return rowsBeside(ours)
  return peers.flatMap(([name, load]) => rowsBeside(ours, { name, load }))
}

function rowsBeside(
  ours: Load,
  beside?: { readonly name: string; readonly load: Load },
): readonly BenchRow[] {
  const title = `data plane: plain GET${beside === undefined ? '' : `, beside ${beside.name}`}`
  const row = (name: string, unit: string, of: (load: Load) => number): BenchRow => ({
    name: `${title}, ${name}`,
    value: of(ours),
    unit,
    ...(beside && { peer: of(beside.load), ratio: of(ours) / of(beside.load) }),
  })
  return [row('throughput', '/s', (load) => load.requestsPerSecond), row('p99', 'ms', (load) => load.p99Ms)]
}
