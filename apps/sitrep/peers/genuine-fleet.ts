import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatKubeconfig, type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { crds } from '@sitrep/cluster-api'
import { realTiming } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import {
  parseScenario,
  providerCrds,
  type Simulator,
  simulatedFamilies,
  startSimulator,
} from '@sitrep/simulator'
import type { Profile } from '@sitrep/status'
import { tokenOf } from '../../../tools/deploy/cluster.testing.ts'
import { installedIn, manifestPath } from '../../../tools/deploy/render.ts'
import { lifecycleControllers, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { openPrograms, type RunningProgram } from '../stories/program.testing.ts'
import { recordStatuses, type StatusRecord } from '../stories/status-record.testing.ts'
import { kubectlFor } from './kubectl.ts'

/** A genuine Kubernetes with simulated infrastructure, and `sitrep run --write` with the rights that its manifests give it. */
export interface GenuineFleet {
  readonly connection: Connection
  readonly record: StatusRecord
  /** What went wrong in the simulation. */
  readonly errors: readonly string[]
  /** One call of kubectl that has to succeed. */
  readonly kubectl: (args: readonly string[], input?: string) => Promise<string>
  /** One more process; comes back once it runs. */
  readonly startSitrep: (...further: readonly string[]) => Promise<RunningProgram>
  readonly close: () => Promise<void>
}

// As short as they can be while every stage still shows: this clock is the real one.
const quick = parseScenario(
  `
name: genuine
timings: { clusterInfrastructure: 300ms, bootstrap: 200ms, machineInfrastructure: 400ms, nodeJoin: 300ms, deletion: 200ms }
`,
  'genuine.yaml',
)

export async function openGenuineFleet(profile: Profile): Promise<GenuineFleet> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-genuine-'))
  const controllers = [...lifecycleControllers, 'clusterrole-aggregation-controller']
  const kubernetes = await startKubernetes({ dir: folder, controllers })
  const run = kubectlFor(kubernetes.kubeconfig, folder)
  const kubectl: GenuineFleet['kubectl'] = async (args, input) => {
    const { code, stdout, stderr } = await run(args, input)
    assert.equal(code, 0, `kubectl ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  const items = [...crds({ profile }), ...providerCrds()]
  await kubectl(
    ['apply', '--server-side', '-f', '-'],
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
  )
  await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s'])
  await kubectl(['apply', '-f', manifestPath('write.yaml')])
  await kubectl(['create', 'namespace', 'prod'])
  const { connection } = await openKubeconfig({ text: readFileSync(kubernetes.kubeconfig, 'utf8') })
  const { url, ca: authority } = kubernetes
  const token = await tokenOf(connection, { namespace: installedIn, name: 'sitrep' })
  const config = join(folder, 'sitrep.kubeconfig')
  writeFileSync(config, formatKubeconfig({ url, authority, token }), { mode: 0o600 })
  const workloads = await startApiServer()
  const errors: string[] = []
  const simulator = await simulate({ connection, workloads, errors })
  const record = recordStatuses({ connection, timing: realTiming })
  const programs = openPrograms()
  return {
    connection,
    record,
    errors,
    kubectl,
    startSitrep: async (...further) => {
      const places = [
        ...['--kubeconfig', config, '--lease-namespace', installedIn, '--metrics-port', '0'],
        // The simulator serves workload clusters on this machine.
        ...['--workload-addresses', 'loopback'],
      ]
      const program = programs.sitrep(['run', '--write', ...places, ...further], { HOME: folder })
      await program.logs('"msg":"running"')
      return program
    },
    close: async () => {
      await programs.endAll()
      await record.stop()
      await simulator.stop()
      connection.close()
      await workloads.close()
      await kubernetes.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Simulated {
  readonly connection: Connection
  readonly workloads: StartedApiServer
  readonly errors: string[]
}

/** Workload clusters live on a server of ours; the management cluster is the genuine one. */
function simulate({ connection, workloads, errors }: Simulated): Promise<Simulator> {
  return startSimulator({
    connection,
    workload: async (cluster) => {
      await workloads.server.addCluster(cluster)
      const kubeconfig = workloads.kubeconfigFor(cluster)
      return { connection: (await openKubeconfig({ text: kubeconfig })).connection, kubeconfig }
    },
    timing: realTiming,
    // Pods on loopback addresses are nothing that a genuine Kubernetes would have.
    families: simulatedFamilies.filter(({ name }) => name !== 'pods'),
    scenario: quick,
    // Nobody outside this process hears of these; a control plane with an etcd of its own elsewhere needs none.
    feedFacts: () => {},
    onError: (error, what) => {
      // A server that has just learned of a kind says for a moment that its storage is not there yet.
      if (what !== 'follow') errors.push(`${what}: ${error}`)
    },
  })
}
