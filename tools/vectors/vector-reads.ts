import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine, fileChanges, type KindReading, type Wanted } from '@sitrep/engine'
import type { Catalog, KindRef } from '@sitrep/status'
import { root } from '../workspace.ts'
import { vectorCatalog } from './catalogs.ts'
import { readVectors, type Vector } from './vector.ts'

/** A vector, and what the engine read and asked for while it judged it. */
export interface VectorReads {
  readonly vector: Vector
  readonly catalog: Catalog
  readonly readings: readonly KindReading[]
  readonly describedKinds: readonly KindRef[]
  readonly asked: readonly Wanted[]
}

/** Judges every vector of the repository once, in the order of their files. */
export function vectorReads(): readonly VectorReads[] {
  return globSync('packages/*/vectors/**/*.yaml', { cwd: root })
    .sort()
    .flatMap((file) => readVectors(join(root, file)))
    .map((vector) => {
      const catalog = vectorCatalog(vector)
      const engine = createEngine(catalog, { passes: 'once' })
      engine.apply(fileChanges(vector.objects, catalog.reach), vector.at)
      const { describedKinds, asked } = engine
      return { vector, catalog, readings: engine.reads(), describedKinds, asked }
    })
}
