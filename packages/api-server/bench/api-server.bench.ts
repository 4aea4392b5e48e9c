import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { type Figure, measureLoad } from './load.ts'
import { residentMbIn, startOurs } from './measured-server.ts'

export interface BenchRow extends Figure {
  readonly peer?: number
  readonly ratio?: number
}

/** The figures of the embedded server, with those of genuine Kubernetes beside them where it is built. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-bench-'))
  try {
    const ours = await measureOurs(join(folder, 'ours'))
    const genuine = new Map(
      (await measureGenuine(join(folder, 'genuine'))).map(({ name, value }) => [name, value]),
    )
    return ours.map((figure) => {
      const peer = genuine.get(figure.name)
      return peer === undefined ? figure : { ...figure, peer, ratio: figure.value / peer }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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

async function measureGenuine(dir: string): Promise<readonly Figure[]> {
  const missing = missingKubernetes()
  if (missing !== undefined) {
    console.error(`genuine Kubernetes is not measured: ${missing}`)
    return []
  }
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
