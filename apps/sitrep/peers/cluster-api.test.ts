import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Sight } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { missingClusterApi } from '../../../tools/peers/cluster-api/run-programs.ts'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { differencesPage, formatDifferences } from './cluster-api/differences.ts'
import { blank, handBack, makeNew, takeOver } from './cluster-api/handing-over.ts'
import { knownDifferences } from './cluster-api/known-differences.ts'
import { beginLife, type Life, withCondition } from './cluster-api/life.ts'
import {
  type ManagementCluster,
  namespace,
  openManagementCluster,
  type RunningSitrep,
} from './cluster-api/management-cluster.ts'
import {
  classyCluster,
  healthCheck,
  machineTemplate,
  nodeOfPool,
  plainCluster,
  pool,
  poolStatus,
} from './cluster-api/objects.ts'
import { says } from './cluster-api/watched.ts'

const limit = { timeout: 300_000 }
// Who is asked every ten seconds and has five to answer is given up this much later by whoever asked last.
const aProbeMs = 16_000
const [old, newer] = ['v1.35.0', 'v1.36.0']
const hook = 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/by-hand'
const gate = 'example.com/Inspected'
const memoryPressure = (status: string): object => ({
  status: {
    conditions: [
      { type: 'Ready', status: 'True', reason: 'KubeletReady', lastTransitionTime: '2026-01-01T00:00:00Z' },
      { type: 'MemoryPressure', status, reason: 'ByHand', lastTransitionTime: '2026-01-01T00:00:00Z' },
      { type: 'DiskPressure', status: 'False', reason: 'ByHand', lastTransitionTime: '2026-01-01T00:00:00Z' },
      { type: 'PIDPressure', status: 'False', reason: 'ByHand', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ],
  },
})
const notReady = {
  status: {
    conditions: [
      {
        type: 'Ready',
        status: 'False',
        reason: 'ByHand',
        message: 'unplugged',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
  },
}

const isControlPlane = ({ metadata }: KubeObject): boolean =>
  'cluster.x-k8s.io/control-plane' in (metadata.labels ?? {})

describe('sitrep run beside genuine Cluster API', {
  skip: missingKubernetes() ?? missingClusterApi() ?? false,
}, () => {
  let cluster: ManagementCluster
  let sitrep: RunningSitrep
  let life: Life
  let blue: Connection
  let outcome: 'well' | 'badly' = 'well'
  const seen = new Set<string>()

  before(async () => {
    cluster = await openManagementCluster()
    life = beginLife(cluster, seen)
    sitrep = await cluster.startSitrep()
  })
  after(() => cluster?.close(outcome))

  const happening = (name: string, tell: (t: TestContext) => Promise<void>): void => {
    it(name, limit, async (t) => {
      try {
        await tell(t)
      } catch (error) {
        outcome = 'badly'
        t.diagnostic(`logs are kept in ${cluster.folder}`)
        throw error
      }
    })
  }
  /** Something that happens, and then a comparison of everything. */
  const chapter = (name: string, tell: () => Promise<void>, quietMs?: number): void =>
    happening(name, async (t) => {
      await tell()
      await life.compare(t, sitrep, quietMs)
    })
  const anyWorker = async (): Promise<string> => {
    const [first] = await life.machines('blue', 'blue-md')
    assert.ok(first)
    return first.metadata.name
  }
  /** Whoever still believes in a connection tells what follows, as the genuine controllers would: both have to have given it up. */
  const lostHere = async (...names: readonly string[]): Promise<void> => {
    await life.waiting(async () => {
      const sight = (await (await fetch(`${sitrep.api}/api/v1/sight`)).json()) as Pick<Sight, 'clusters'>
      const lost = sight.clusters.filter(({ state }) => state !== 'made').map(({ cluster: name }) => name)
      return names.every((name) => lost.includes(`${namespace}/${name}`))
    })
  }
  const gone = async (machine: string): Promise<void> => {
    await cluster.kubectl(['wait', '--for=delete', `machine/${machine}`, '--timeout=120s'])
  }

  it('speaks the language of the release by itself', () => assert.equal(sitrep.profile, 'released'))

  chapter('two Clusters are made, one of them by hand and one of a class', async () => {
    await cluster.apply([
      ...plainCluster({ name: 'blue', version: old, controlPlane: 1, workers: 2 }),
      ...classyCluster('green', old),
    ])
    await life.complete('blue', 3)
    await life.complete('green', 2)
    blue = await cluster.workload('blue')
  })

  chapter('a MachinePool joins whose infrastructure is written by hand', async () => {
    await cluster.apply(pool('blue', old))
    await life.quiet(sitrep)
    await blue.request({ method: 'POST', path: '/api/v1/nodes', body: nodeOfPool('blue', old) })
    await cluster.kubectl([
      'patch',
      'simulatedmachinepool',
      'blue-pool',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify(poolStatus),
    ])
    await cluster.kubectl([
      'wait',
      '--for=jsonpath={.status.phase}=Running',
      'machinepool/blue-pool',
      '--timeout=60s',
    ])
  })

  chapter('workers are scaled up, the control plane too', async () => {
    await life.patch('MachineDeployment', 'blue-md', { spec: { replicas: 3 } })
    await life.patch('KubeadmControlPlane', 'blue', { spec: { replicas: 3 } })
    await life.complete('blue', 6)
  })

  chapter('and down', async () => {
    await life.patch('MachineDeployment', 'blue-md', { spec: { replicas: 2 } })
    await life.patch('KubeadmControlPlane', 'blue', { spec: { replicas: 1 } })
    await life.complete('blue', 3)
  })

  chapter('a rollout stands still because a Machine may not go yet', async () => {
    const held = await anyWorker()
    await life.patch('Machine', held, { metadata: { annotations: { [hook]: '' } } })
    await cluster.apply([machineTemplate('blue-md-2')])
    const infrastructureRef = { name: 'blue-md-2' }
    await life.patch('MachineDeployment', 'blue-md', { spec: { template: { spec: { infrastructureRef } } } })
    await life.until('Machine', held, 'Deleting=True')
  })

  chapter('and goes on', async () => {
    for (const { metadata } of await life.machines('blue', 'blue-md'))
      await life.patch('Machine', metadata.name, { metadata: { annotations: { [hook]: null } } })
    await life.complete('blue', 3)
  })

  chapter('versions are upgraded, by hand and by topology', async () => {
    await life.patch('Cluster', 'green', { spec: { topology: { version: newer } } })
    await life.patch('KubeadmControlPlane', 'blue', { spec: { version: newer } })
    await life.until('KubeadmControlPlane', 'blue', 'RollingOut=True')
    await life.until('KubeadmControlPlane', 'blue', 'RollingOut=False')
    await life.patch('MachineDeployment', 'blue-md', { spec: { template: { spec: { version: newer } } } })
    await life.until('MachineDeployment', 'blue-md', 'RollingOut=True')
    await life.complete('blue', 3)
    await life.until('Cluster', 'green', 'TopologyReconciled=True')
    await life.complete('green', 2)
  })

  chapter('a Node is under pressure', async () => {
    const sick = await anyWorker()
    await life.patchNode(blue, sick, memoryPressure('True'))
    await life.until('Machine', sick, 'NodeHealthy=False')
  })

  chapter('and recovers', async () => {
    for (const { metadata } of await life.machines('blue', 'blue-md'))
      await life.patchNode(blue, metadata.name, memoryPressure('False'))
    await life.complete('blue', 3)
  })

  chapter('a Node fails its health check; its Machine may not go yet', async () => {
    await cluster.apply([healthCheck('blue')])
    const sick = await anyWorker()
    await life.patch('Machine', sick, { metadata: { annotations: { [hook]: '' } } })
    await life.patchNode(blue, sick, notReady)
    await life.until('Machine', sick, 'Deleting=True')
  })

  chapter('and is replaced', async () => {
    const machines = await life.machines('blue', 'blue-md')
    const sick = machines.find((machine) => says(machine, 'Deleting') === 'True')
    assert.ok(sick)
    await life.patch('Machine', sick.metadata.name, { metadata: { annotations: { [hook]: null } } })
    await gone(sick.metadata.name)
    await life.complete('blue', 3)
  })

  chapter('a Cluster is paused', async () => {
    await life.patch('Cluster', 'blue', { spec: { paused: true } })
    await life.patch('MachineDeployment', 'blue-md', { spec: { replicas: 3 } })
    await life.until('MachineDeployment', 'blue-md', 'Paused=True')
  })

  chapter('and goes on', async () => {
    await life.patch('Cluster', 'blue', { spec: { paused: null } })
    await life.complete('blue', 4)
  })

  chapter('Machines wait for a readiness gate that nobody has spoken of', async () => {
    const readinessGates = [{ conditionType: gate }]
    await life.patch('MachineDeployment', 'blue-md', { spec: { template: { spec: { readinessGates } } } })
    for (const { metadata } of await life.machines('blue', 'blue-md'))
      await life.until('Machine', metadata.name, 'Ready=Unknown')
  })

  chapter('one gate opens, another is shut', async () => {
    for (const [at, machine] of (await life.machines('blue', 'blue-md')).entries())
      await life.patchStatus(
        'Machine',
        machine.metadata.name,
        withCondition(machine, gate, at === 0 ? 'False' : 'True'),
      )
  })

  chapter('and the gates are taken away', async () => {
    await life.patch('MachineDeployment', 'blue-md', {
      spec: { template: { spec: { readinessGates: null } } },
    })
    await life.complete('blue', 4)
  })

  chapter(
    'the connection to a workload cluster is lost, and a Node goes away meanwhile',
    async () => {
      await cluster.programs.listener({ namespace, name: 'blue' }, 'stop')
      const lost = await anyWorker()
      await life.until('Cluster', 'blue', 'RemoteConnectionProbe=False')
      await life.connection('lost', ['blue'])
      await lostHere('blue')
      await cluster.kubectl(['delete', 'devmachine', lost, '--wait=false'])
    },
    aProbeMs,
  )

  chapter('and found again; the Machine whose Node went is replaced', async () => {
    await cluster.programs.listener({ namespace, name: 'blue' }, 'start')
    await life.connection('there', ['blue'])
    await life.until('Cluster', 'blue', 'RemoteConnectionProbe=True')
    const machines = await life.machines('blue', 'blue-md')
    const lost = machines.find((machine) => says(machine, 'InfrastructureReady') === 'False')
    assert.ok(lost)
    await gone(lost.metadata.name)
    await life.complete('blue', 4)
  })

  chapter(
    'the workload clusters hang: nobody answers, and nobody refuses either',
    async () => {
      const controlPlanes = await life.objects('KubeadmControlPlane')
      const machines = (await life.objects('Machine')).filter(isControlPlane)
      cluster.programs.hold('SIGSTOP')
      // Looked at while it hangs, a control plane tells that etcd does not answer; once the connection is given up, all stays as it was.
      for (const { metadata } of controlPlanes)
        await life.patch('KubeadmControlPlane', metadata.name, {
          metadata: { labels: { 'example.com/hangs': 'yes' } },
        })
      for (const { metadata } of machines)
        await life.until('Machine', metadata.name, 'EtcdMemberHealthy=Unknown')
      await life.until('Cluster', 'blue', 'RemoteConnectionProbe=False')
      await life.until('Cluster', 'green', 'RemoteConnectionProbe=False')
      await life.connection('lost', ['blue', 'green'])
      await lostHere('blue', 'green')
    },
    aProbeMs,
  )

  chapter('and answer again', async () => {
    cluster.programs.hold('SIGCONT')
    await life.connection('there', ['blue', 'green'])
    await life.until('Cluster', 'blue', 'RemoteConnectionProbe=True')
    await life.until('Cluster', 'green', 'RemoteConnectionProbe=True')
    await life.complete('blue', 4)
  })

  happening('takes over from the genuine controllers and writes nothing, for all is said', async () => {
    await sitrep.end()
    sitrep = await takeOver(life)
  })

  happening('tells trouble all the way up in their place', async () => {
    const sick = await anyWorker()
    await life.patchNode(blue, sick, memoryPressure('True'))
    await life.until('Machine', sick, 'NodeHealthy=False')
    await life.until('MachineDeployment', 'blue-md', 'MachinesReady=False')
    await life.until('Cluster', 'blue', 'WorkerMachinesReady=False')
  })

  happening('says again what somebody blanked', () => blank(life))

  happening('gives objects that are new a status that the server takes', () => makeNew(life))

  happening('hands back, and the genuine controllers change nothing', () => handBack(life, sitrep))

  chapter('beside each other again, they still agree', async () => {
    sitrep = await cluster.startSitrep()
    await life.patchNode(blue, await anyWorker(), memoryPressure('False'))
  })

  chapter('a Cluster is being deleted, and a Machine of it may not go yet', async () => {
    const held = await anyWorker()
    await life.patch('Machine', held, { metadata: { annotations: { [hook]: '' } } })
    await cluster.kubectl(['delete', 'machinepool', 'blue-pool', '--wait=false'])
    await cluster.kubectl(['delete', 'cluster', 'blue', '--wait=false'])
    await life.until('Machine', held, 'Deleting=True')
  })

  chapter('and is gone', async () => {
    for (const { metadata } of await life.machines('blue'))
      await life.patch('Machine', metadata.name, { metadata: { annotations: { [hook]: null } } })
    await cluster.kubectl(['wait', '--for=delete', 'cluster/blue', '--timeout=180s'])
  })

  it('leaves no listed difference unseen', () => {
    const stale = knownDifferences.map(({ id }) => id).filter((id) => !seen.has(id))
    assert.deepEqual(stale, [], 'these listed differences are not there any more')
  })
})

it('the page about differences from Cluster API lists exactly those that the test allows', () => {
  assert.equal(readFileSync(differencesPage, 'utf8'), formatDifferences(knownDifferences))
})
