import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { at, type KubeObject } from '@sitrep/status'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { eventually, type RunningProgram } from '../stories/program.testing.ts'
import { type GenuineFleet, openGenuineFleet } from './genuine-fleet.ts'

const namespaces = ['prod', 'stage', 'lab', 'edge', 'home', 'work']
const holderOfEach = 'jsonpath={.items[*].spec.holderIdentity}'
const limit = { timeout: 120_000 }

describe('Two processes of sitrep run --write that share a genuine Kubernetes', {
  skip: missingKubernetes() ?? false,
}, () => {
  let fleet: GenuineFleet
  let first: RunningProgram
  let second: RunningProgram
  before(async () => {
    fleet = await openGenuineFleet('proposal')
    for (const name of namespaces.slice(1)) await fleet.kubectl(['create', 'namespace', name])
    const started = await Promise.all([
      fleet.startSitrep('--shards', '2'),
      fleet.startSitrep('--shards', '2'),
    ])
    first = started[0]
    second = started[1]
  })
  after(() => fleet.close())

  const cluster = (namespace: string, domain: string): object => ({
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'blue', namespace },
    spec: {
      clusterNetwork: { serviceDomain: domain },
      controlPlaneRef: {
        apiGroup: 'controlplane.cluster.x-k8s.io',
        kind: 'KubeadmControlPlane',
        name: 'blue',
      },
      infrastructureRef: {
        apiGroup: 'infrastructure.cluster.x-k8s.io',
        kind: 'SimulatedCluster',
        name: 'blue',
      },
    },
  })
  const apply = async (domain: string): Promise<void> => {
    const items = namespaces.map((namespace) => cluster(namespace, domain))
    await fleet.kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  }
  /** Resolves once every Cluster says something about its present generation. */
  const said = (): Promise<true> =>
    eventually(async () => {
      const path = '/apis/cluster.x-k8s.io/v1beta2/clusters'
      const { items } = await fleet.connection.request<{ items: readonly KubeObject[] }>({ path })
      const current = items.filter(
        ({ metadata, status }) => at(status, 'observedGeneration') === metadata.generation,
      )
      return current.length === namespaces.length ? true : undefined
    })

  /** What every Cluster says now. */
  const statuses = async (): Promise<unknown> => {
    const path = '/apis/cluster.x-k8s.io/v1beta2/clusters'
    const { items } = await fleet.connection.request<{ items: readonly KubeObject[] }>({ path })
    return items.map(({ metadata, status }) => [metadata.namespace, status])
  }
  /** Which part of the work a process says it has. */
  const shareOf = async (program: RunningProgram): Promise<Readonly<Record<string, number>>> => {
    const api = /"api":"([^"]+)"/.exec(await program.logs('"msg":"running"'))?.[1] ?? ''
    const text = await (await fetch(new URL('/metrics', api))).text()
    const series = text.matchAll(/^sitrep_share\{what="([a-z]+)"\} (\d+)$/gm)
    return Object.fromEntries([...series].map(([, what = '', value]) => [what, Number(value)]))
  }

  it('write all of it between them, each from a seat of its own', limit, async () => {
    await apply('one.local')
    await said()
    await eventually(async () => {
      const holders = await fleet.kubectl(['-n', 'sitrep-system', 'get', 'leases', '-o', holderOfEach])
      return new Set(holders.split(' ')).size === 2 ? true : undefined
    })
    await eventually(async () => {
      const shares = await Promise.all([first, second].map(shareOf))
      const keys = shares.reduce((sum, { keys: own = 0 }) => sum + own, 0)
      return shares.every(({ members, taking }) => members === 2 && taking === 0) &&
        keys === namespaces.length
        ? true
        : undefined
    })
  })

  it('lose one: the other one takes over what that had, and nothing flips', limit, async () => {
    const before = await statuses()
    await first.kill('SIGKILL')
    await eventually(async () => {
      const metrics = await shareOf(second)
      return metrics.members === 1 && metrics.taking === 0 && metrics.keys === namespaces.length
        ? true
        : undefined
    })
    assert.deepEqual(await statuses(), before)
    assert.deepEqual(fleet.record.problems(), [])
  })

  it('and then the other one writes everything', limit, async () => {
    await apply('two.local')
    await said()
    assert.deepEqual(fleet.record.problems(), [])
  })
})
