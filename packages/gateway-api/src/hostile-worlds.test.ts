import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createEngine, fileChanges } from '@sitrep/engine'
import { createCatalog, type KubeObject, type Profile, profiles } from '@sitrep/status'
import fc from 'fast-check'
import { gatewayApi } from './gateway-api.ts'
import { readWorlds } from './worlds.testing.ts'

const worlds = readWorlds(join(import.meta.dirname, '..', 'vectors', 'released', 'worlds.yaml'))
const controllerNames = ['gateway.envoyproxy.io/gatewayclass-controller']
const junk: readonly unknown[] = [
  null,
  0,
  -1,
  1e99,
  '',
  '*',
  '*.',
  '(',
  true,
  [],
  {},
  [null],
  { name: null },
  ['__proto__'],
  'constructor',
]

/** The object with some of its values replaced by junk; what makes it an object of its kind stays. */
function spoilt(object: KubeObject, random: (below: number) => number): KubeObject {
  const spoil = (value: unknown, depth: number): unknown => {
    if (depth > 0 && random(12) === 0) return junk[random(junk.length)]
    if (Array.isArray(value)) return value.map((inner) => spoil(inner, depth + 1))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoil(inner, depth + 1)]))
  }
  const { apiVersion, kind, metadata, ...rest } = object
  return { ...(spoil(rest, 0) as object), apiVersion, kind, metadata } as KubeObject
}

const problemsIn = (objects: readonly KubeObject[], at: string, profile: Profile): readonly string[] => {
  const catalog = createCatalog(gatewayApi({ profile, settings: { controllerNames, ready: true } }))
  const changes = createEngine(catalog).apply(fileChanges(objects, catalog.reach), at)
  return changes
    .flatMap((change) => change.problems)
    .map((problem) =>
      problem.problem === 'definition-threw' ? String(problem.error) : JSON.stringify(problem),
    )
}

for (const profile of profiles) {
  describe(`worlds full of junk, ${profile}`, () => {
    it('are judged all the same', () => {
      fc.assert(
        fc.property(fc.nat(worlds.length - 1), fc.infiniteStream(fc.nat()), (at, chance) => {
          const random = (below: number): number => (chance.next().value ?? 0) % below
          const objects = (worlds[at]?.objects ?? []).map((object) => spoilt(object, random))
          assert.deepEqual(problemsIn(objects, '2026-11-15T00:00:00Z', profile), [])
        }),
        { numRuns: 150 },
      )
    })
  })
}
