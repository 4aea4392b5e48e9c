import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clusterApiFamily } from '@sitrep/cluster-api/family'
import { type Controller, ShardMember } from '@sitrep/controller'
import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { clusterObjects, openTestFleet, says, type TestFleet } from '@sitrep/simulator/testing'
import { at, managementCluster, type ObjectRef } from '@sitrep/status'
import { placeOf, shardKey } from '../src/families/share-place.ts'
import { type CountedWrite, counter, countWrites } from './counted-writes.testing.ts'

const namespaces = ['prod', 'stage', 'lab', 'edge']
const durationMs = 15_000
const roundMs = 3_000

interface Process {
  readonly writes: readonly CountedWrite[]
  readonly owns: (namespace: string) => boolean
  readonly controller: Controller
  /** Ends it as a power cut does: nothing more leaves it, and it says goodbye to nobody. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

describe('Two processes that share four namespaces', () => {
  let fleet: TestFleet
  let first: Process
  let second: Process
  before(async () => {
    fleet = await openTestFleet({ controller: 'none' })
    for (const name of namespaces.slice(1))
      await fleet.connection.request({
        method: 'POST',
        path: '/api/v1/namespaces',
        body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
      })
    const next = counter()
    first = startProcess(fleet, 'first', next)
    second = startProcess(fleet, 'second', next)
  })
  after(async () => {
    await Promise.all([first.stop(), second.stop()])
    await fleet.close()
  })

  let lost: readonly string[] = []
  const eventsIn = async (): Promise<number> =>
    (await Promise.all(namespaces.map((name) => fleet.list(`/api/v1/namespaces/${name}/events`)))).flat()
      .length

  const deployment = (namespace: string): string =>
    `/apis/cluster.x-k8s.io/v1beta2/namespaces/${namespace}/machinedeployments/blue-md-0`

  it('bring all clusters up, each of them working', async () => {
    await fleet.timing.advance(durationMs, 1_000)
    for (const namespace of namespaces)
      await fleet.apply(
        ...clusterObjects({
          namespace,
          name: 'blue',
          version: 'v1.36.0',
          controlPlane: 1,
          workers: [{ name: 'md-0', replicas: 1 }],
        }),
      )
    await fleet.until('all are available', async () => {
      const paths = namespaces.map(
        (namespace) => `/apis/cluster.x-k8s.io/v1beta2/namespaces/${namespace}/clusters/blue`,
      )
      const all = await Promise.all(paths.map(fleet.read))
      return all.every((cluster) => says(cluster, 'Available').startsWith('True'))
    })
    assert.ok(first.writes.length > 0 && second.writes.length > 0)
    for (const namespace of namespaces)
      assert.notEqual(first.owns(namespace), second.owns(namespace), `${namespace} is owned by one of them`)
    assert.deepEqual(fleet.errors, [])
  })

  it('read, keep and reach what is theirs, and nothing else', async () => {
    for (const each of [first, second]) {
      const { engine, sight } = each.controller
      const kept = [...engine.objects({ group: 'cluster.x-k8s.io', kind: 'Machine' })]
      assert.ok(kept.length > 0)
      assert.ok(kept.every(({ ref }) => each.owns(ref.namespace ?? '')))
      const reached = sight.clusters.map(({ cluster }) => cluster.split('/')[0] ?? '')
      assert.deepEqual(reached.sort(), namespaces.filter(each.owns).sort())
      const elsewhere = [...engine.objects()].filter(({ ref }) => isForeign(ref, each))
      assert.deepEqual(elsewhere, [])
      assert.equal(sight.share?.members, 2)
      assert.equal(sight.share.keys, namespaces.filter(each.owns).length)
    }
  })

  it('lose one: the other one takes over what that had, and not one status is written for it', async () => {
    lost = namespaces.filter((namespace) => first.owns(namespace))
    assert.ok(lost.length > 0 && lost.length < namespaces.length)
    const [events, writes] = [await eventsIn(), second.writes.length]
    await first.kill()
    await fleet.timing.advance(durationMs + 3 * roundMs, 1_000)
    await second.controller.settled()
    assert.deepEqual(second.writes.slice(writes), [])
    assert.deepEqual(await eventsIn(), events)
    const { engine, sight } = second.controller
    for (const namespace of namespaces) {
      const cluster = engine.object({ group: 'cluster.x-k8s.io', kind: 'Cluster', namespace, name: 'blue' })
      assert.ok(cluster !== undefined, namespace)
      assert.equal(says(cluster, 'Available').startsWith('True'), true, namespace)
    }
    assert.deepEqual(
      sight.clusters.map(({ state }) => state),
      namespaces.map(() => 'made'),
    )
    assert.deepEqual(fleet.errors, [])
  })

  it('lose one: the other one writes what is due from then on', async () => {
    for (const namespace of namespaces) await fleet.patch(deployment(namespace), { spec: { replicas: 2 } })
    await fleet.timing.advance(2 * roundMs, 1_000)
    await second.controller.settled()
    for (const namespace of namespaces) {
      const { metadata, status } = await fleet.read(deployment(namespace))
      assert.equal(at(status, 'observedGeneration'), metadata.generation, namespace)
      assert.equal(second.owns(namespace), true)
    }
    assert.deepEqual(fleet.errors, [])
  })

  it('never wrote an object both at once, nor took turns on one', () => {
    const all = [...first.writes.map(by('first')), ...second.writes.map(by('second'))].sort(
      (a, b) => a.begun - b.begun,
    )
    const last = new Map<string, (typeof all)[number]>()
    const changes = new Map<string, number>()
    for (const write of all) {
      const before = last.get(write.path)
      last.set(write.path, write)
      if (before === undefined || before.who === write.who) continue
      assert.ok(before.ended < write.begun, `${write.path} was written by both at once`)
      changes.set(write.path, (changes.get(write.path) ?? 0) + 1)
    }
    assert.ok([...changes.values()].every((count) => count === 1))
    assert.ok(changes.size > 0, 'something moved')
  })
})

/** Facts are told to both by whoever simulates; everything else of Cluster API has a cluster. */
const isForeign = (
  { group, cluster = managementCluster, namespace }: ObjectRef,
  { owns }: Process,
): boolean =>
  cluster === managementCluster
    ? group.endsWith('cluster.x-k8s.io') && namespace !== undefined && !owns(namespace)
    : !owns(cluster.split('/')[0] ?? '')

const families = [clusterApiFamily]

const by =
  (who: string) =>
  (write: CountedWrite): CountedWrite & { readonly who: string } => ({ ...write, who })

function startProcess(fleet: TestFleet, identity: string, next: () => number): Process {
  let dead = false
  const alive = <Answer>(answer: () => Promise<Answer>): Promise<Answer> =>
    dead
      ? Promise.reject(new ControllerError('not-reachable', 'the process is dead', { retry: 'never' }))
      : answer()
  const own: Connection = {
    ...fleet.connection,
    request: (request) => alive(() => fleet.connection.request(request)),
    stream: (request) => alive(() => fleet.connection.stream(request)),
  }
  const counted = countWrites(own, next)
  const member = new ShardMember({
    connection: own,
    timing: fleet.timing,
    namespace: 'default',
    group: 'sitrep',
    identity,
    seats: 2,
    durationMs,
  })
  member.start()
  const owns = (namespace: string): boolean => member.owns(`${namespace}/blue`)
  const controller = fleet.startController({
    connection: counted.connection,
    mayWrite: (ref, object) => member.owns(shardKey(families, ref, object)),
    share: {
      placeOf: (ref, object) => placeOf(families, ref, object),
      now: () => member.kept,
      onChange: (listener) => member.listen(listener),
    },
  })
  const stop = async (): Promise<void> => {
    await controller.stop()
    await member.stop()
  }
  return {
    writes: counted.writes,
    owns,
    controller,
    kill: async () => {
      dead = true
      await stop()
    },
    stop,
  }
}
