import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEngine, type Engine, fileChanges } from '@sitrep/engine'
import {
  addressedConditions,
  createCatalog,
  fields,
  formatAddress,
  type KubeObject,
  type ObjectRef,
} from '@sitrep/status'
import { catalog } from './catalog.ts'
import { crds } from './crds.ts'
import { group } from './kinds.ts'

const now = '2026-01-01T12:00:00Z'
const ours = 'example.org/courier'
const object = (kind: string, name: string, parts: Partial<KubeObject> = {}): KubeObject => ({
  apiVersion: `${group}/v1`,
  kind,
  ...parts,
  metadata: { name, namespace: 'town', generation: 1, ...parts.metadata },
})
const depot = (spec: object = {}): KubeObject =>
  object('Depot', 'north', {
    spec: {
      operator: ours,
      capacity: 10,
      gates: [{ name: 'front' }, { name: 'back', locked: true }],
      ...spec,
    },
  })
const parcel = (name: string, spec: object = {}): KubeObject =>
  object('Parcel', name, { spec: { weight: 2, depots: [{ name: 'north' }], ...spec } })
const van = (spec: object = { depot: 'north', load: 3 }): KubeObject =>
  object('Van', 'v1', { spec, status: { position: 'A12' } })
const report = (status: object): KubeObject => ({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'VehicleReport',
  metadata: { name: `Van.${group}:v1`, namespace: 'town' },
  status: { depot: 'north', seenAt: '2026-01-01T11:59:00Z', ...status },
})

const world = (...objects: readonly KubeObject[]): Engine => {
  const engine = createEngine(createCatalog(catalog({ profile: 'released' })))
  engine.apply(fileChanges(objects), now)
  return engine
}
const ref = (kind: string, name: string): ObjectRef => ({ group, kind, namespace: 'town', name })
const said = (engine: Engine, kind: string, name: string): readonly string[] =>
  addressedConditions(engine.object(ref(kind, name)), engine.ownership(ref(kind, name)).lists).map(
    (each) => `${formatAddress(each)} ${each.condition.status} ${each.condition.reason}`,
  )

type Case = [
  name: string,
  objects: readonly KubeObject[],
  of: [string, string],
  says: readonly string[],
  because: string,
]
const entry = `depots[${ours}|town/north]:Accepted`

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a Depot',               [depot()],                                          ['Depot', 'north'], ['Accepted True Accepted', 'Ready True Ready', 'gates[front]:Open True Open', 'gates[back]:Open False Locked'], 'one open gate is enough'],
  ['no open gate',          [depot({ gates: [{ name: 'back', locked: true }] })], ['Depot', 'north'], ['Accepted True Accepted', 'Ready False Locked', 'gates[back]:Open False Locked'], 'nothing gets in'],
  ['no gates',              [depot({ gates: [] })],                             ['Depot', 'north'], ['Accepted False NoGates', 'Ready False NoGates'], 'it cannot be entered at all'],
  ['too heavy',             [depot({ capacity: 3 }), parcel('a'), parcel('b')], ['Depot', 'north'], ['Accepted True Accepted', 'Ready False Full', 'gates[front]:Open True Open', 'gates[back]:Open False Locked'], 'four are more than three'],
  ['a Depot of others',     [depot({ operator: 'example.org/them' })],          ['Depot', 'north'], [], 'nothing is said about it'],
  ['a Parcel',              [depot(), parcel('a')],                             ['Parcel', 'a'],    [`${entry} True Accepted`], 'the Depot is ready'],
  ['no such Depot, never known whose', [parcel('a')],                           ['Parcel', 'a'],    [], 'nobody knows whose it would be'],
  ['a van without a report', [van()],                                           ['Van', 'v1'],      ['Ready Unknown NotReported'], 'never heard of is not well'],
  ['a broken van',          [van(), report({ broken: true, message: 'flat tyre' })], ['Van', 'v1'], ['Ready False Broken'], 'the driver said so'],
  ['a silent van',          [van(), report({ seenAt: '2026-01-01T11:00:00Z' })], ['Van', 'v1'],     ['Ready Unknown Silent'], 'an hour is too long'],
  ['no van',                [van({ colour: 'red' })],                           ['Van', 'v1'],      [], 'it does not look like a vehicle'],
  ['a Permit',              [object('Permit', 'p'), parcel('a', { permit: 'p' })], ['Permit', 'p'], ['InUse True InUse'], 'a Parcel goes with it'],
]

describe('The family of deliveries', () => {
  for (const [name, objects, [kind, of], says, because] of cases) {
    it(`${name}: ${says.join(', ') || 'nothing'}, because ${because}`, () => {
      assert.deepEqual(said(world(...objects), kind, of), says)
    })
  }

  it('explains a Parcel down to the locked gate of its Depot', () => {
    const engine = world(depot({ gates: [{ name: 'back', locked: true }] }), parcel('a'))
    const explained = engine.explain(ref('Parcel', 'a'), entry)
    const below = explained?.causes[0]
    assert.equal(below?.ref.kind, 'Depot')
    assert.deepEqual([below?.causes[0]?.at, below?.causes[0]?.condition?.reason], ['gates[back]', 'Locked'])
  })

  it('compares what other operators should say, and leaves their entries alone', () => {
    const theirs = { depot: { name: 'south' }, operator: 'example.org/them', conditions: [], extra: true }
    const south = object('Depot', 'south', {
      spec: { operator: 'example.org/them' },
      status: { conditions: [{ type: 'Ready', status: 'False' }] },
    })
    const engine = world(depot(), south, {
      ...parcel('a', { depots: [{ name: 'north' }, { name: 'south' }] }),
      status: { depots: [theirs] },
    })
    const { depots } = fields(engine.object(ref('Parcel', 'a'))?.status) as { depots: readonly unknown[] }
    assert.deepEqual(depots[0], theirs)
    assert.equal(depots.length, 2)
    assert.equal(engine.compared(ref('Parcel', 'a'))[0]?.conditions[0]?.reason, 'DepotNotReady')
  })

  it('plans the loading in memory, and says which row chose what is done', () => {
    const engine = world(depot(), parcel('a'), van(), report({}))
    const plan = engine.object({ group: 'sitrep.dev', kind: 'LoadingPlan', namespace: 'town', name: 'north' })
    assert.deepEqual(plan?.status, { action: 'dispatch', parcels: ['a'] })
    const [chosen] = engine.explain(ref('Depot', 'north'), 'Ready')?.chosen ?? []
    assert.deepEqual([chosen?.table, chosen?.row.words], ['Dispatch', 'otherwise'])
  })

  it('leaves alone where a vehicle is, whoever writes that', () => {
    const engine = world(van(), report({}))
    assert.equal(fields(engine.object(ref('Van', 'v1'))?.status)['position'], 'A12')
  })

  it('serves no status of a Permit', () => {
    const permit = crds({ profile: 'released' }).find(({ metadata }) => metadata.name.startsWith('permits'))
    assert.deepEqual(permit?.spec.versions[0]?.subresources, {})
  })
})
