import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { claimBinding, crossplaneFamily, externalObservation, pipelineAnswer } from '@sitrep/crossplane'
import { createEngine, type Engine, type Explanation, fileChanges } from '@sitrep/engine'
import { createCatalog, formatRef, type Profile } from '@sitrep/status'
import { simulatedFamilies } from '../families.ts'
import { MemoryWorld } from '../plan/memory-world.testing.ts'
import { ScenarioError } from '../scenario/errors.ts'
import { parseScenario } from '../scenario/parse.ts'
import { happen } from '../scenario/part.ts'
import type { Happening } from '../scenario/types.ts'
import { claimKind, compositeKind, managedKind } from './kinds.ts'

const message = 'must be owner of database orders'
const file = `
timings: { variation: 0 }
databases: [{ name: orders, namespace: shop, size: 10 }]
timeline:
  - at: 60s
    refuse-updates: { database: shop/orders, message: ${message}, for: 5m }
  - at: 65s
    resize-database: { database: shop/orders, size: 20 }
`

const { timeline, timings } = parseScenario(file, 'databases.yaml')

/** The world so many seconds into the scenario. */
function played(seconds: number): MemoryWorld {
  const memory = new MemoryWorld({ timings })
  let passed = 0
  for (const { atMs, happening } of timeline.filter((entry) => entry.atMs <= seconds * 1000)) {
    memory.run(atMs / 1000 - passed)
    passed = atMs / 1000
    carryOut(memory, happening)
  }
  return memory.run(seconds - passed)
}

function carryOut(memory: MemoryWorld, happening: Happening): void {
  const { world, now, seed } = memory.input
  const planned = happen(simulatedFamilies, happening, { world, now, seed })
  if ('missing' in planned) assert.fail(planned.missing)
  for (const action of planned) memory.apply(action)
}

const claimRef = { ...claimKind, namespace: 'shop', name: 'orders' }
const { catalog } = await crossplaneFamily.parts()
const kinds = [
  claimKind,
  compositeKind,
  managedKind,
  ...[externalObservation, pipelineAnswer, claimBinding].map(({ kind }) => kind),
]

function engineOf({ world, now }: MemoryWorld, profile: Profile): Engine {
  const engine = createEngine(createCatalog(catalog({ profile })))
  engine.apply(fileChanges(kinds.flatMap((kind) => world.list(kind))), new Date(now).toISOString())
  return engine
}

const chain = (explained: Explanation | undefined): readonly string[] =>
  explained === undefined
    ? []
    : [
        `${formatRef(explained.ref)} ${explained.type}=${explained.condition?.reason}`,
        ...explained.causes.filter(({ elsewhere }) => !elsewhere).flatMap(chain),
      ]

const trouble = ['Database shop/orders', 'XDatabase shop-orders', 'Instance shop-orders-db']

type Case = [name: string, seconds: number, profile: Profile, says: readonly string[], because: string]
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['being created',      10,  'released', [`${trouble[0]} Ready=Waiting`, `${trouble[1]} Ready=Creating`, `${trouble[2]} Ready=Creating`],           'it takes twenty seconds'],
  ['there',              30,  'released', [`${trouble[0]} Ready=Available`, `${trouble[1]} Ready=Available`, `${trouble[2]} Ready=Available`],       'it is as wanted'],
  ['its update refused', 70,  'proposal', [`${trouble[0]} Ready=Waiting`, `${trouble[1]} Ready=Creating`, `${trouble[2]} Ready=Updating`, `${trouble[2]} Synced=ReconcileError`], 'Ready means as wanted'],
  ['refused, released',  70,  'released', [`${trouble[0]} Ready=Available`, `${trouble[1]} Ready=Available`, `${trouble[2]} Synced=ReconcileError`], 'Ready stays, and the chain ends at the trouble all the same'],
  ['being updated',      365, 'proposal', [`${trouble[0]} Ready=Waiting`, `${trouble[1]} Ready=Creating`, `${trouble[2]} Ready=Updating`],           'it is no longer refused'],
  ['updated',            400, 'proposal', [`${trouble[0]} Ready=Available`, `${trouble[1]} Ready=Available`, `${trouble[2]} Ready=Available`],       'it was seen to match'],
]

describe('A database in a scenario', () => {
  for (const [name, seconds, profile, says, because] of cases) {
    it(`is ${name} after ${seconds}s, because ${because}`, () => {
      assert.deepEqual(chain(engineOf(played(seconds), profile).explain(claimRef, 'Ready')), says)
    })
  }

  it('is explained to the words of the simulated cloud', () => {
    const leafOf = (explained: Explanation): Explanation =>
      explained.causes[0] ? leafOf(explained.causes[0]) : explained
    const explained = engineOf(played(70), 'proposal').explain(claimRef, 'Ready') ?? assert.fail()
    assert.equal(leafOf(explained).condition?.message, `update failed: ${message}`)
    assert.deepEqual(
      leafOf(explained).inputs.map(({ value }) => value),
      [message],
    )
  })

  it('goes with its claim, and nothing is told of it any more', () => {
    const memory = played(30)
    memory.remove(claimRef)
    memory.run(60)
    assert.deepEqual(
      kinds.flatMap((kind) => memory.world.list(kind)),
      [],
    )
  })

  it('needs a name', () => {
    assert.throws(() => parseScenario('databases: [{ size: 3 }]', 'x.yaml'), ScenarioError)
  })
})
