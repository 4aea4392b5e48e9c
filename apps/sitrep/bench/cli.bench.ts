import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { crds } from '@sitrep/cluster-api'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { findKubectls } from '../../../tools/peers/find-kubectls.ts'

/** One line of `npm run bench`. */
export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** kubectl on the same server. */
  readonly peer?: number
  readonly ratio?: number
}

const rounds = 15
const objects = 20
const runner = join(import.meta.dirname, 'built.mjs')

/** Whole commands of the built program against a server on this machine, from start to exit, second start. */
export async function bench(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-bench-'))
  const server = await startApiServer()
  try {
    const kubeconfig = join(folder, 'kubeconfig')
    writeFileSync(kubeconfig, server.kubeconfig)
    const { connection } = await openKubeconfig({ text: server.kubeconfig })
    await fill(connection)
    connection.close()
    const env = { ...process.env, KUBECONFIG: kubeconfig, HOME: folder }
    const ours = (...line: readonly string[]): Promise<number> =>
      median(() => timed(process.execPath, [runner, ...line], env))
    const kubectl = findKubectls().at(-1)?.path
    const theirs =
      kubectl === undefined ? undefined : await median(() => timed(kubectl, ['get', 'clusters', '-A'], env))
    return [
      {
        name: 'cli: a bare Node',
        value: await median(() => timed(process.execPath, ['-e', '0'], env)),
        unit: 'ms',
      },
      { name: 'cli: sitrep version', value: await ours('version'), unit: 'ms' },
      beside(
        {
          name: `cli: sitrep get clusters, ${objects} of them`,
          value: await ours('get', 'clusters', '-A'),
          unit: 'ms',
        },
        theirs,
      ),
      {
        name: 'cli: sitrep describe cluster',
        value: await ours('describe', 'cluster/c-0', '-n', 'default'),
        unit: 'ms',
      },
    ]
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

async function fill(connection: Connection): Promise<void> {
  for (const body of crds({ profile: 'proposal' }))
    await connection.request({
      method: 'POST',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      body,
    })
  const path = '/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters'
  for (let at = 0; at < objects; at++) {
    const metadata = { name: `c-${at}`, namespace: 'default' }
    const ref = { apiGroup: 'infrastructure.cluster.x-k8s.io', kind: 'SimulatedCluster', name: `c-${at}` }
    const body = {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata,
      spec: { infrastructureRef: ref },
    }
    await connection.request({ method: 'POST', path, body })
  }
}

// The server lives in this process: waiting must not block it.
async function timed(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now()
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
  return performance.now() - start
}

async function median(measure: () => Promise<number>): Promise<number> {
  // The first start fills the compile cache.
  await measure()
  const times: number[] = []
  for (let at = 0; at < rounds; at++) times.push(await measure())
  return Math.round(times.sort((a, b) => a - b)[rounds >> 1] ?? 0)
}

const beside = (row: BenchRow, peer: number | undefined): BenchRow =>
  peer === undefined ? row : { ...row, peer, ratio: Number((peer / row.value).toPrecision(3)) }
