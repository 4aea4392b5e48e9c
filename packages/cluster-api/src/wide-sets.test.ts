import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Stretch } from '@sitrep/conditions'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import {
  createCatalog,
  type KubeObject,
  type OwnerReference,
  type Profile,
  profiles,
  type StatusDefinition,
  type World,
} from '@sitrep/status'
import fc from 'fast-check'
import { clusterApi } from './catalog.ts'

const now = '2026-01-01T12:00:00Z'
const apiVersion = 'cluster.x-k8s.io/v1beta2'
const namespace = 'ns'
const inWorkload = `${namespace}/blue`
const machines = 300

const ofCluster = { 'cluster.x-k8s.io/cluster-name': 'blue' }
const ofDeployment = { ...ofCluster, 'cluster.x-k8s.io/deployment-name': 'md' }
const ofSet = { ...ofDeployment, 'machine-template-hash': '1' }
const revision = { 'machinedeployment.clusters.x-k8s.io/revision': '1' }

const owner = (kind: string, name: string): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid: name,
  controller: true,
})

function object(kind: string, name: string, parts: Partial<KubeObject>): KubeObject {
  const metadata = { name, namespace, uid: name, generation: 1, ...parts.metadata }
  return { apiVersion, kind, ...parts, metadata } as KubeObject
}

const template = (labels: object): object => ({
  metadata: { labels },
  spec: { clusterName: 'blue', version: 'v1.34.1', minReadySeconds: 60 },
})

const around: readonly WorldChange[] = [
  { kind: 'every', read: true },
  { cluster: inWorkload, kind: 'every', read: true },
  { object: object('Cluster', 'blue', { metadata: { name: 'blue', labels: ofCluster }, spec: {} }) },
  {
    object: object('MachineDeployment', 'md', {
      metadata: { name: 'md', labels: ofDeployment, annotations: revision },
      spec: {
        clusterName: 'blue',
        replicas: machines,
        selector: { matchLabels: ofDeployment },
        template: template(ofDeployment),
      },
    }),
  },
  {
    object: object('MachineSet', 'set', {
      metadata: {
        name: 'set',
        labels: ofSet,
        annotations: revision,
        ownerReferences: [owner('MachineDeployment', 'md')],
      },
      spec: {
        clusterName: 'blue',
        replicas: machines,
        selector: { matchLabels: ofSet },
        template: template(ofSet),
      },
    }),
  },
]

interface Machine {
  readonly at: number
  readonly said: readonly (readonly [type: string, status: string, message: string])[]
  readonly bornAt: string
  readonly labels: object
  readonly owners: readonly OwnerReference[]
  readonly annotations: Readonly<Record<string, string>>
  readonly deletedAt: string | undefined
  readonly version: string
}

const usual: Omit<Machine, 'at'> = {
  said: ['Ready', 'Available', 'UpToDate', 'HealthCheckSucceeded'].map((type) => [type, 'True', '']),
  bornAt: '2026-01-01T00:00:00Z',
  labels: ofSet,
  owners: [owner('MachineSet', 'set')],
  annotations: {},
  deletedAt: undefined,
  version: 'v1.34.1',
}

const nameOf = (at: number): string => `m-${String(at).padStart(3, '0')}`

// What Machines say is given, so that it can be anything.
function machine({ at, said, ...parts }: Machine): WorldChange {
  const conditions = said.map(([type, status, message]) => ({
    type,
    status,
    reason: 'R',
    message,
    lastTransitionTime: '2026-01-01T01:00:00Z',
  }))
  return {
    given: true,
    object: object('Machine', nameOf(at), {
      metadata: {
        name: nameOf(at),
        labels: parts.labels as Record<string, string>,
        creationTimestamp: parts.bornAt,
        ownerReferences: parts.owners,
        annotations: parts.annotations,
        ...(parts.deletedAt !== undefined && { deletionTimestamp: parts.deletedAt }),
      },
      spec: { clusterName: 'blue', version: parts.version },
      status: {
        conditions,
        nodeRef: { name: nameOf(at) },
        deprecated: { v1beta1: { conditions: conditions.slice(0, 1) } },
      },
    }),
  }
}

const node = (at: number, status: string, since: string): WorldChange => ({
  cluster: inWorkload,
  object: {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: nameOf(at), uid: nameOf(at) },
    status: { conditions: [{ type: 'Ready', status, lastTransitionTime: since }] },
  },
})

const all: readonly WorldChange[] = Array.from({ length: machines }, (_, at) => [
  machine({ at, ...usual }),
  node(at, 'True', '2026-01-01T01:00:00Z'),
]).flat()

const anyTime = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '2026-01-01T11:40:00Z',
  '2026-01-01T11:59:30Z',
  '2026-01-01T11:59:55Z',
)
const anyPlace = fc.nat({ max: machines + 20 })
const anySaid = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('Ready', 'Available', 'UpToDate', 'HealthCheckSucceeded', 'OwnerRemediated'),
    fc.constantFrom('True', 'True', 'False', 'Unknown'),
    fc.constantFrom('', '', 'x', '* Version v1.33.0, v1.34.1 required\n* y'),
  ),
  { selector: ([type]) => type, maxLength: 5 },
)

const anyMachine: fc.Arbitrary<Machine> = fc.record({
  at: anyPlace,
  said: fc.oneof(fc.constant(usual.said), anySaid),
  bornAt: anyTime,
  labels: fc.oneof(
    { weight: 5, arbitrary: fc.constant(ofSet) },
    fc.constantFrom(
      ofDeployment,
      { ...ofCluster, 'cluster.x-k8s.io/control-plane': '' },
      { ...ofSet, 'cluster.x-k8s.io/pool-name': 'p' },
      {},
    ),
  ),
  owners: fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual.owners) },
    fc.constantFrom([], [owner('MachineSet', 'other')], [owner('Cluster', 'blue')]),
  ),
  annotations: fc.constantFrom(
    {},
    {},
    { 'in-place-updates.internal.cluster.x-k8s.io/update-in-progress': '' },
  ),
  deletedAt: fc.option(anyTime, { nil: undefined, freq: 6 }),
  version: fc.constantFrom('v1.34.1', 'v1.33.0', 'latest'),
})

const anyChange: fc.Arbitrary<WorldChange> = fc.oneof(
  anyMachine.map(machine),
  anyPlace.map((at) => machine({ at, ...usual })),
  anyPlace.map((at) => ({
    gone: { group: 'cluster.x-k8s.io', kind: 'Machine', namespace, name: nameOf(at) },
  })),
  fc.tuple(anyPlace, fc.constantFrom('True', 'False'), anyTime).map((seen) => node(...seen)),
  anyPlace.map((at) => ({ gone: { cluster: inWorkload, group: '', kind: 'Node', name: nameOf(at) } })),
)

const owners = [
  ['MachineSet', 'set'],
  ['MachineDeployment', 'md'],
  ['Cluster', 'blue'],
] as const

const said = (engine: Engine): unknown =>
  owners.map(([kind, name]) => engine.object({ group: 'cluster.x-k8s.io', kind, namespace, name })?.status)

// Everything is looked at one by one, every time.
const plainly = (world: World): World => ({
  ...world,
  getEach: ({ items }, view) => new Stretch(items.map((query) => world.get(query, view))),
  list: (query, view) => {
    const listing = world.list(query, view)
    return listing.read ? { read: true, items: [...listing.items] } : listing
  },
})

const plain = (definition: StatusDefinition): StatusDefinition => ({
  ...definition,
  observe: (seen, world) => definition.observe(seen, plainly(world)),
})

function engines(profile: Profile): readonly [inStretches: Engine, plain: Engine] {
  const parts = clusterApi({ profile })
  const { definitions } = parts
  return [
    createEngine(createCatalog(parts)),
    createEngine(createCatalog({ ...parts, definitions: definitions.map(plain) })),
  ]
}

describe('Those who own three hundred Machines, of which some come, go and change', () => {
  for (const profile of profiles) {
    it(`say to the byte what they would say if they looked at all of them every time (${profile})`, () => {
      fc.assert(
        fc.property(fc.array(fc.array(anyChange, { maxLength: 5 }), { maxLength: 8 }), (steps) => {
          const both = engines(profile)
          for (const changes of [[...around, ...all], ...steps]) {
            const [inStretches, one] = both.map((engine) => {
              engine.apply(changes, now)
              return said(engine)
            })
            assert.deepEqual(inStretches, one)
          }
        }),
        { seed: 23, numRuns: 40 },
      )
    })
  }
})
