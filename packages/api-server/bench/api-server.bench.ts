import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { type Figure, measureLoad } from './load.ts'
import { residentMbIn, startBare, startOurs } from './measured-server.ts'

export interface BenchRow extends Figure {
  readonly peer?: number
  readonly ratio?: number
}

const rounds = 3

/** The figures of the embedded server, with those of genuine Kubernetes beside them where it is built, and what the platform leaves to any server. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-bench-'))
  try {
    const ours: Figure[] = []
    const bare: Figure[] = []
    const genuine: Figure[] = []
    const missing = missingKubernetes()
    if (missing !== undefined) console.error(`genuine Kubernetes is not measured: ${missing}`)
    // In turns, so that what else the machine is doing meets both.
    for (let round = 0; round < rounds; round++) {
      ours.push(...(await measureOurs(join(folder, `ours-${round}`))))
      bare.push(...(await measureBare()))
      if (missing === undefined) genuine.push(...(await measureGenuine(join(folder, `genuine-${round}`))))
    }
    const peers = new Map(representatives(genuine).map(({ name, value }) => [name, value]))
    const measured = representatives(ours).map((figure) => {
      const peer = peers.get(figure.name)
      return peer === undefined ? figure : { ...figure, peer, ratio: figure.value / peer }
    })
    return [...measured, ...representatives(bare)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One figure of each name: the fastest, because others on the machine can only slow it down, and the most memory. */
function representatives(figures: readonly Figure[]): readonly Figure[] {
  const byName = Map.groupBy(figures, ({ name }) => name)
  return [...byName.values()].map((same) =>
    same.reduce((a, b) => {
      const least = a.unit === 'ms'
      return a.value < b.value === least ? a : b
    }),
  )
}

async function measureOurs(data: string): Promise<readonly Figure[]> {
  // The first start makes keys and fills the caches of the platform; users meet the second and all later ones.
  await (await startOurs(data)).stop()
  const server = await startOurs(data)
  const start = { name: 'process start to ready', value: server.readyMs, unit: 'ms' }
  const idle = { name: 'memory, idle', value: server.residentMb(), unit: 'MB' }
  const load = await measureLoad(server, server.residentMb)
  await server.stop()
  return [start, idle, ...load]
}

async function measureBare(): Promise<readonly Figure[]> {
  const server = await startBare()
  const load = await measureLoad(server, server.residentMb)
  await server.stop()
  return load.map((figure) => ({ ...figure, name: `a bare server that stores nothing: ${figure.name}` }))
}

async function measureGenuine(dir: string): Promise<readonly Figure[]> {
  const before = performance.now()
  const kubernetes = await startKubernetes({ dir })
  const start = { name: 'process start to ready', value: performance.now() - before, unit: 'ms' }
  const residentMb = (): number => residentMbIn(dir)
  try {
    const idle = { name: 'memory, idle', value: residentMb(), unit: 'MB' }
    return [start, idle, ...(await measureLoad(kubernetes, residentMb))]
  } finally {
    await kubernetes.stop()
  }
}
