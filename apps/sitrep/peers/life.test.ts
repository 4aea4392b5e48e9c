import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clusterObjects, says } from '@sitrep/simulator/testing'
import { at, fields, type KubeObject, list, profiles } from '@sitrep/status'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { eventually, type RunningProgram } from '../stories/program.testing.ts'
import { type GenuineFleet, openGenuineFleet } from './genuine-fleet.ts'

const capi = '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod'
const deployment = `${capi}/machinedeployments/blue-md-0`
const limit = { timeout: 240_000 }

/** Its etcd lies elsewhere, so that nothing has to be seen that no API shows. */
const withExternalEtcd = (object: KubeObject): KubeObject => {
  if (object.kind !== 'KubeadmControlPlane') return object
  const endpoints = ['https://127.0.0.1:2379']
  const external = { endpoints, caFile: '/ca', certFile: '/cert', keyFile: '/key' }
  const kubeadmConfigSpec = { clusterConfiguration: { etcd: { external } } }
  return { ...object, spec: { ...fields(object.spec), kubeadmConfigSpec } }
}

for (const profile of profiles)
  describe(`sitrep run --write on a genuine Kubernetes, profile ${profile}`, {
    skip: missingKubernetes() ?? false,
  }, () => {
    let fleet: GenuineFleet
    let sitrep: RunningProgram
    // Kinds that are asked for the first time are read only then: until it has been, their readers may say Unknown for a moment.
    let complainFrom = 0
    before(async () => {
      fleet = await openGenuineFleet(profile)
      sitrep = await fleet.startSitrep()
    })
    after(() => fleet.close())

    const machines = async (): Promise<readonly KubeObject[]> =>
      list(at(await fleet.connection.request({ path: `${capi}/machines` }), 'items')) as readonly KubeObject[]
    const cluster = (): Promise<KubeObject> => fleet.connection.request({ path: `${capi}/clusters/blue` })
    const complete = (count: number): Promise<true> =>
      eventually(async () => {
        const all = await machines()
        const ready = all.filter((machine) => says(machine, 'Ready').startsWith('True'))
        const available = says(await cluster(), 'Available').startsWith('True')
        const { metadata, status } = await fleet.connection.request<KubeObject>({ path: deployment })
        if (at(status, 'observedGeneration') !== metadata.generation) return undefined
        return all.length === count && ready.length === count && available ? true : undefined
      })
    const scale = (replicas: number): Promise<string> =>
      fleet.kubectl(['-n', 'prod', 'scale', 'machinedeployment/blue-md-0', `--replicas=${replicas}`])

    it('goes from kubectl apply to Available, and kubectl wait sees it', limit, async (t) => {
      const objects = clusterObjects({
        namespace: 'prod',
        name: 'blue',
        version: 'v1.36.0',
        controlPlane: 3,
        workers: [{ name: 'md-0', replicas: 3 }],
      }).map(withExternalEtcd)
      await fleet.kubectl(
        ['apply', '-f', '-'],
        objects.map((object) => JSON.stringify(object)).join('\n---\n'),
      )
      await fleet.kubectl([
        '-n',
        'prod',
        'wait',
        'cluster/blue',
        '--for=condition=Available',
        '--timeout=100s',
      ])
      await complete(6)
      complainFrom = fleet.record.writes.length
      t.diagnostic(
        `status writes from create to available: ${fleet.record.writes.length} (genuine Cluster API: 309)`,
      )
    })

    it('writes statuses through the subresource under its own name, and nothing else', async () => {
      const managers = (await machines()).flatMap(({ metadata }) =>
        list(at(metadata, 'managedFields'))
          .filter((entry) => at(entry, 'manager') === 'sitrep')
          .map((entry) => `${at(entry, 'operation')} ${at(entry, 'subresource')}`),
      )
      assert.deepEqual([...new Set(managers)], ['Update status'])
    })

    it('follows a scale and back', limit, async () => {
      await scale(4)
      await complete(7)
      await scale(3)
      await complete(6)
    })

    it(
      'shows a Node that is not ready on its Machine and on the Cluster, and its recovery',
      limit,
      async () => {
        const sick = (await machines()).find(({ metadata }) => metadata.name.includes('-md-0-'))
        assert.ok(sick)
        const annotate = (fault: string): Promise<string> =>
          fleet.kubectl([
            '-n',
            'prod',
            'annotate',
            'simulatedmachine',
            sick.metadata.name,
            `simulator.sitrep.dev/node${fault}`,
          ])
        await annotate('=NotReady')
        await fleet.kubectl([
          '-n',
          'prod',
          'wait',
          `machine/${sick.metadata.name}`,
          '--for=condition=Ready=False',
          '--timeout=60s',
        ])
        await fleet.kubectl([
          '-n',
          'prod',
          'wait',
          'cluster/blue',
          '--for=condition=WorkersAvailable=False',
          '--timeout=60s',
        ])
        await annotate('-')
        await complete(6)
      },
    )

    it('loses the connection to the workload cluster, says so, and finds it again', limit, async () => {
      const probe = profile === 'proposal' ? 'ControlPlaneProbe' : 'RemoteConnectionProbe'
      const wire = (fault: string): Promise<string> =>
        fleet.kubectl([
          '-n',
          'prod',
          'annotate',
          'cluster',
          'blue',
          `simulator.sitrep.dev/connection${fault}`,
        ])
      const says = (status: string): Promise<string> =>
        fleet.kubectl([
          '-n',
          'prod',
          'wait',
          'cluster/blue',
          `--for=condition=${probe}=${status}`,
          '--timeout=100s',
        ])
      await wire('=lost')
      await says('False')
      await wire('-')
      await says('True')
      await complete(6)
    })

    it('is stopped and started anew, and nobody can tell', limit, async () => {
      const { code } = await sitrep.kill('SIGTERM')
      assert.equal(code, 0)
      const since = fleet.record.writes.length
      sitrep = await fleet.startSitrep()
      await scale(4)
      await complete(7)
      const worse = fleet.record.writes
        .slice(since)
        .flatMap(({ object, turns }) => turns.map((turn) => ({ object, ...turn })))
        .filter(
          ({ object, from, to }) => /^(Machine|Cluster) /.test(object) && from === 'True' && to === 'Unknown',
        )
      assert.deepEqual(worse, [])
    })

    it(
      'is killed and started anew: what happened meanwhile is said as soon as the lease of the dead one is over',
      limit,
      async () => {
        await sitrep.kill('SIGKILL')
        await scale(3)
        sitrep = await fleet.startSitrep()
        await complete(6)
      },
    )

    it('takes conflicts with a second writer: both have their say', limit, async () => {
      const [machine] = await machines()
      assert.ok(machine)
      const path = `${capi}/machines/${machine.metadata.name}`
      for (let round = 0; round < 10; round++) {
        const { status } = await fleet.connection.request<KubeObject>({ path })
        const others = list(at(status, 'conditions')).filter((other) => at(other, 'type') !== 'Foreign')
        const foreign = {
          type: 'Foreign',
          status: 'True',
          reason: `Round${round}`,
          message: '',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        }
        await fleet.connection.request({
          method: 'PATCH',
          path: `${path}/status?fieldManager=other-controller`,
          body: { status: { conditions: [...others, foreign] } },
          contentType: 'application/merge-patch+json',
        })
        if (round % 3 === 0) await scale(round % 2 === 0 ? 4 : 3)
      }
      await scale(3)
      await complete(6)
      const said = await fleet.connection.request<KubeObject>({ path })
      assert.equal(says(said, 'Foreign'), 'True Round9')
      assert.equal(says(said, 'Ready'), 'True Ready')
    })

    it('is deleted to the last object', limit, async () => {
      await fleet.kubectl(['-n', 'prod', 'delete', 'cluster', 'blue', '--timeout=100s'])
      assert.deepEqual(await machines(), [])
    })

    it('said nothing without news, and the log shows no trouble', async () => {
      assert.deepEqual(fleet.record.problems(complainFrom), [])
      const { code, stderr } = await sitrep.kill('SIGTERM')
      assert.equal(code, 0)
      const trouble = stderr.split('\n').filter((line) => /"level":(50|60)/.test(line))
      assert.deepEqual(trouble, [])
      assert.deepEqual(fleet.errors, [])
    })
  })
