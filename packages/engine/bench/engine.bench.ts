import { createEngine, type WorldChange } from '@sitrep/engine'
import { family, groupObject, leafObject, rootObject } from '../src/family.testing.ts'

/** One measured number. */
interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const clusters = 2_000
const leavesPerCluster = 53
const now = '2026-01-01T00:10:00Z'

function* world(): Iterable<WorldChange> {
  yield { kind: 'every', read: true }
  for (let cluster = 0; cluster < clusters; cluster++) {
    const name = `c${cluster}`
    yield { object: rootObject({}, { name, uid: `uid-${name}` }) }
    yield { object: groupObject(name, { checked: leavesPerCluster }, { root: name }) }
    for (let leaf = 0; leaf < leavesPerCluster; leaf++) {
      yield { object: leafObject(`${name}-${leaf}`, { owner: name, root: name }) }
    }
  }
}

/** A synthetic three-level world: full build, one leaf change, memory per object. */
export function bench(): readonly BenchRow[] {
  const changes = [...world()]
  globalThis.gc?.()
  const heapBefore = process.memoryUsage().heapUsed
  const engine = createEngine(family)
  const started = performance.now()
  engine.apply(changes, now)
  const built = performance.now() - started
  globalThis.gc?.()
  const perObject = (process.memoryUsage().heapUsed - heapBefore) / changes.length
  const size = `${clusters} × ${leavesPerCluster} leaves`
  return [
    { name: `engine: full build of ${size}`, value: built, unit: 'ms' },
    {
      name: 'engine: one leaf changes until the root is known',
      value: medianOfLeafChanges(engine),
      unit: 'ms',
    },
    { name: 'engine: heap beyond the object itself', value: perObject, unit: 'B/object' },
  ]
}

function medianOfLeafChanges(engine: ReturnType<typeof createEngine>): number {
  const times: number[] = []
  for (let round = 0; round < 200; round++) {
    const name = `c${(round * 7) % clusters}`
    const object = leafObject(`${name}-5`, { owner: name, root: name, healthy: round % 2 === 1 })
    const started = performance.now()
    engine.apply([{ object }], now)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}
