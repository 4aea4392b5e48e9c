import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import { createCatalog, fields, refKey, refOf } from '@sitrep/status'
import fc from 'fast-check'
import { gatewayApi } from './gateway-api.ts'
import { engineOf, type RecordedWorld, readWorlds } from './worlds.testing.ts'

const worlds = readWorlds(join(import.meta.dirname, '..', 'vectors', 'released', 'worlds.yaml'))
const everything = { kind: 'every', read: true } as const

/** Everything that is said, and everything that is made. What happened on the way shows in times and in the order of lists only. */
function saidIn(engine: Engine): Readonly<Record<string, unknown>> {
  const found = [...engine.objects()].map(({ object }) => [refKey(refOf(object)), timeless(object)] as const)
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function timeless(value: unknown): unknown {
  if (Array.isArray(value)) {
    const inner = value.map(timeless)
    return inner.every((each) => typeof fields(each)['type'] === 'string') ? inner.sort(byType) : inner
  }
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'lastTransitionTime')
  return Object.fromEntries(kept.map(([name, inner]) => [name, timeless(inner)]))
}

const byType = (a: unknown, b: unknown): number =>
  String(fields(a)['type']).localeCompare(String(fields(b)['type']))

const freshEngine = (): Engine =>
  createEngine(
    createCatalog(
      gatewayApi({
        profile: 'released',
        settings: { controllerNames: ['gateway.envoyproxy.io/gatewayclass-controller'] },
      }),
    ),
  )

describe('a world that comes object by object', () => {
  it('ends as if it had come at once, whatever the order and whatever was there in between', () => {
    fc.assert(
      fc.property(fc.nat(worlds.length - 1), fc.infiniteStream(fc.nat()), (at, chance) => {
        const world = worlds[at] as RecordedWorld
        const random = (below: number): number => (chance.next().value ?? 0) % below
        const waiting = [...world.objects]
        const engine = freshEngine()
        const apply = (...changes: readonly WorldChange[]): void => {
          const problems = engine.apply(changes, world.at).flatMap((change) => change.problems)
          assert.deepEqual(problems, [])
        }
        apply(everything)
        while (waiting.length > 0) {
          const [object] = waiting.splice(random(waiting.length), 1)
          if (object === undefined) continue
          // Now and then something comes, goes and comes again.
          if (random(4) === 0) {
            apply({ object })
            apply({ gone: refOf(object) })
          }
          apply({ object })
        }
        assert.deepEqual(saidIn(engine), saidIn(engineOf(world)))
      }),
      { numRuns: 60 },
    )
  })
})
