import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { providerCrds } from '@sitrep/simulator'
import { type Child, startChild } from '../../../../tools/peers/child.ts'
import { programNames } from '../../../../tools/peers/cluster-api/genuine-files.ts'
import { installation } from '../../../../tools/peers/cluster-api/install.ts'
import { openPrograms, type Programs } from '../../../../tools/peers/cluster-api/run-programs.ts'
import { lifecycleControllers, startKubernetes } from '../../../../tools/peers/kubernetes.ts'
import { certificateFolder } from '../../src/conversion/certificate.testing.ts'
import { kubectlFor } from '../kubectl.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'sitrep.mjs')

/** The namespace in which all of the life happens. */
export const namespace = 'life'

/** A running `sitrep run`. */
export interface RunningSitrep {
  /** Where its read API answers. */
  readonly api: string
  readonly profile: string
  /** Asks it to end, and tells with which code it did. */
  readonly end: () => Promise<number | null>
}

/** A genuine management cluster: Kubernetes, and Cluster API with an infrastructure that exists in memory only. */
export interface ManagementCluster {
  /** Logs of all that runs; kept where the life did not end well. */
  readonly folder: string
  readonly connection: Connection
  readonly programs: Programs
  /** One call of kubectl that has to succeed, in the namespace of the life. */
  readonly kubectl: (args: readonly string[], input?: string) => Promise<string>
  readonly apply: (objects: readonly object[]) => Promise<void>
  /** A connection to the API of a workload cluster, by the kubeconfig that Cluster API made. */
  readonly workload: (name: string) => Promise<Connection>
  /** `sitrep run` with the administrator's rights; comes back once it runs. */
  readonly startSitrep: (...further: readonly string[]) => Promise<RunningSitrep>
  readonly close: (outcome: 'well' | 'badly') => Promise<void>
}

/** Starts all of it; resolves once every webhook answers. */
export async function openManagementCluster(): Promise<ManagementCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-cluster-api-'))
  const certificates = certificateFolder(Date.now())
  const closing: (() => Promise<void>)[] = []
  let sitreps = 0
  const close = async (outcome: 'well' | 'badly'): Promise<void> => {
    for (const end of closing.toReversed()) await end()
    certificates.remove()
    if (outcome === 'well') rmSync(folder, { recursive: true, force: true })
  }
  try {
    const kubernetes = await startKubernetes({ dir: folder, controllers: lifecycleControllers })
    closing.push(kubernetes.stop)
    const { kubeconfig } = kubernetes
    const run = kubectlFor(kubeconfig, folder)
    const kubectl: ManagementCluster['kubectl'] = async (args, input) => {
      const { code, stdout, stderr } = await run(['-n', namespace, ...args], input)
      assert.equal(code, 0, `kubectl ${args.join(' ')}: ${stderr}`)
      return stdout
    }
    const apply: ManagementCluster['apply'] = async (items) => {
      const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
      await kubectl(['apply', '--server-side', '-f', '-'], text)
    }
    const programs = await openPrograms({ dir: folder, kubeconfig, certificates: certificates.path })
    closing.push(programs.stop)
    const places = { port: programs.webhookPort, authority: certificates.authority() }
    await apply([...(await installation(places)), ...providerCrds()])
    await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
    await kubectl(['create', 'namespace', namespace])
    await Promise.all(programNames.map((name) => programs.start(name)))
    const { connection } = await openKubeconfig({ text: readFileSync(kubeconfig, 'utf8') })
    closing.push(async () => connection.close())
    return {
      folder,
      connection,
      programs,
      kubectl,
      apply,
      close,
      workload: async (name) => {
        const { connection: remote } = await openKubeconfig({ text: await kubeconfigOf(connection, name) })
        closing.push(async () => remote.close())
        return remote
      },
      startSitrep: async (...further) => {
        const log = join(folder, `sitrep-${++sitreps}.log`)
        // Its workload clusters lie on this machine, where a kubeconfig Secret may not lead unless somebody says so.
        const options = [
          ...['--kubeconfig', kubeconfig, '--lease-namespace', namespace, '--metrics-port', '0'],
          ...['--workload-addresses', 'loopback'],
        ]
        const args = ['--conditions=@sitrep/source', launcher, 'run', ...options, ...further]
        const child = startChild(process.execPath, args, { log, env: { HOME: folder } })
        closing.push(child.kill)
        return { ...(await running(child, log)), end: child.end }
      },
    }
  } catch (error) {
    await close('badly')
    throw error
  }
}

/** Waits until it says that it runs, and where it answers. */
async function running(
  child: Child,
  log: string,
): Promise<{ readonly api: string; readonly profile: string }> {
  for (;;) {
    const line = readFileSync(log, 'utf8')
      .split('\n')
      .find((each) => each.includes('"msg":"running"'))
    if (line !== undefined) return JSON.parse(line)
    const failure = child.failure()
    if (failure !== undefined) throw new Error(failure)
    await sleep(50)
  }
}

async function kubeconfigOf(connection: Connection, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/secrets/${name}-kubeconfig`
  const { data } = await connection.request<{ data: { value: string } }>({ path })
  return Buffer.from(data.value, 'base64').toString('utf8')
}
