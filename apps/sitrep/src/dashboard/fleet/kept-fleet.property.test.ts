import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openHistory } from '@sitrep/controller'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import { type KubeObject, type ObjectRef, refOf } from '@sitrep/status'
import fc from 'fast-check'
import { catalogIn, families } from '../../testing.ts'
import type { DashboardWorld } from '../world/dashboard-world.ts'
import { liveWorld } from '../world/live-world.ts'
import { KeptFleet } from './kept-fleet.ts'

const catalog = await catalogIn('released')
const start = Date.parse('2026-01-01T00:00:00Z')
const history = openHistory()

const few = (...texts: readonly string[]) => fc.constantFrom(...texts)
const name = few('a', 'b')
const since = fc
  .integer({ min: -30, max: 0 })
  .map((minutes) => new Date(start + minutes * 60_000).toISOString())
const condition = (...types: readonly string[]) =>
  fc.record({
    type: few(...types),
    status: few('True', 'False', 'Unknown'),
    reason: few('', 'NotReady', 'Failed', 'WaitingForSomething'),
    message: few('', 'it waits', 'it is broken: x'),
    lastTransitionTime: since,
  })
const conditions = (...types: readonly string[]) => fc.array(condition(...types), { maxLength: 3 })

const core = 'cluster.x-k8s.io'
const labels = name.map((cluster) => ({ [`${core}/cluster-name`]: cluster }))
const owned = (kind: string, group = core) =>
  fc.array(
    name.map((owner) => ({
      apiVersion: `${group}/v1beta2`,
      kind,
      name: owner,
      uid: `${kind}-${owner}`,
      controller: true,
    })),
    { maxLength: 1 },
  )

interface Shape {
  readonly group: string
  readonly kind: string
  readonly spec: fc.Arbitrary<unknown>
  readonly types: readonly string[]
  readonly owner?: string
}

const refTo = (group: string, kind: string) => name.map((to) => ({ apiGroup: group, kind, name: to }))

// Objects of four names at most, so that they mean each other all the time.
const shapes: readonly Shape[] = [
  {
    group: core,
    kind: 'Cluster',
    spec: fc.record({
      paused: fc.boolean(),
      infrastructureRef: refTo('infrastructure.cluster.x-k8s.io', 'DockerCluster'),
      controlPlaneRef: refTo('controlplane.cluster.x-k8s.io', 'KubeadmControlPlane'),
    }),
    types: ['Available', 'Ready'],
  },
  {
    group: 'controlplane.cluster.x-k8s.io',
    kind: 'KubeadmControlPlane',
    spec: fc.record({ replicas: fc.nat(3) }),
    types: ['Available', 'Initialized'],
    owner: 'Cluster',
  },
  {
    group: 'infrastructure.cluster.x-k8s.io',
    kind: 'DockerCluster',
    spec: fc.constant({}),
    types: ['Ready'],
    owner: 'Cluster',
  },
  {
    group: core,
    kind: 'MachineDeployment',
    spec: fc.record({ clusterName: name, replicas: fc.nat(3) }),
    types: ['Available'],
  },
  {
    group: core,
    kind: 'Machine',
    spec: fc.record({
      clusterName: name,
      infrastructureRef: refTo('infrastructure.cluster.x-k8s.io', 'DockerMachine'),
    }),
    types: ['Ready', 'InfrastructureReady'],
    owner: 'KubeadmControlPlane',
  },
  {
    group: 'infrastructure.cluster.x-k8s.io',
    kind: 'DockerMachine',
    spec: fc.constant({}),
    types: ['Ready', 'Paused'],
    owner: 'Machine',
  },
]

const objectOf = ({ group, kind, spec, types, owner }: Shape): fc.Arbitrary<KubeObject> =>
  fc
    .record({
      name,
      labels: fc.option(labels, { nil: undefined }),
      spec,
      owners: owner === undefined ? fc.constant([]) : owned(owner),
      told: conditions(...types),
      generation: fc.nat(2),
    })
    .map((drawn) => ({
      apiVersion: `${group}/v1beta2`,
      kind,
      metadata: {
        name: drawn.name,
        namespace: 'prod',
        uid: `${kind}-${drawn.name}`,
        generation: drawn.generation,
        creationTimestamp: '2025-12-31T23:55:00Z',
        ...(drawn.labels && { labels: drawn.labels }),
        ...(drawn.owners.length > 0 && { ownerReferences: drawn.owners }),
      },
      spec: drawn.spec,
      status: { conditions: drawn.told },
    }))

type Step = { readonly put: KubeObject } | { readonly gone: ObjectRef } | { readonly minutes: number }

const put = fc.oneof(...shapes.map(objectOf)).map((object): Step => ({ put: object }))
const gone = fc
  .tuple(fc.constantFrom(...shapes), name)
  .map(([{ group, kind }, which]): Step => ({ gone: { group, kind, namespace: 'prod', name: which } }))
const later = fc.integer({ min: 1, max: 20 }).map((minutes): Step => ({ minutes }))
const steps = fc.array(
  fc.oneof({ arbitrary: put, weight: 6 }, { arbitrary: gone, weight: 1 }, { arbitrary: later, weight: 1 }),
  {
    minLength: 1,
    maxLength: 40,
  },
)

/** A world that takes steps, and the fleet that is kept meanwhile. */
class Walk {
  readonly engine: Engine = createEngine(catalog)
  readonly world: DashboardWorld
  readonly fleet: KeptFleet
  now = start

  constructor() {
    const sight = { server: '', clusters: [], begun: true, waiting: [], unread: [] }
    const timing = { now: () => this.now, elapsed: () => this.now, sleep: async () => {}, random: () => 0 }
    this.world = liveWorld({
      controller: { engine: this.engine, sight },
      catalog,
      families,
      history,
      timing,
      reach: { sitrep: [] },
    })
    this.fleet = new KeptFleet(this.world)
    this.#apply([{ kind: 'every', read: true }])
  }

  take(step: Step): void {
    if ('minutes' in step) {
      this.now += step.minutes * 60_000
      this.#apply([])
      this.fleet.pass(this.now)
    } else if ('put' in step) this.#apply([{ object: step.put }])
    else this.#apply([{ gone: step.gone }])
  }

  #apply(changes: readonly WorldChange[]): void {
    const statuses = this.engine.apply(changes, new Date(this.now).toISOString())
    for (const change of changes) {
      if ('object' in change) this.fleet.touch(refOf(change.object))
      else if ('gone' in change) this.fleet.touch(change.gone)
    }
    for (const { ref } of statuses) this.fleet.touch(ref)
  }

  refresh(): void {
    for (const _ of this.fleet.refresh(new Date(this.now).toISOString()));
  }

  /** The same world, looked at for the first time. */
  fromScratch(): KeptFleet {
    const fresh = new KeptFleet(this.world)
    for (const { ref } of this.engine.objects()) fresh.touch(ref)
    for (const _ of fresh.refresh(new Date(this.now).toISOString()));
    return fresh
  }
}

const runs = Number(process.env.SITREP_FUZZ_RUNS ?? 150)

describe('A fleet that is kept', () => {
  it('is the one that would be made from the same world at once', () => {
    let shown = 0
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 6 }), (flocks) => {
        const walk = new Walk()
        for (const flock of flocks) {
          for (const step of flock) walk.take(step)
          walk.refresh()
          const kept = walk.fleet.rows()
          assert.deepEqual(kept, walk.fromScratch().rows())
          shown += kept.length
        }
      }),
      { numRuns: runs, includeErrorInReport: true },
    )
    assert.ok(shown > runs, `hardly anything was ever shown: ${shown} rows`)
  })
})
