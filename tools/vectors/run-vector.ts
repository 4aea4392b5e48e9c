import { createEngine, fileChanges } from '@sitrep/engine'
import {
  type Catalog,
  fields,
  groupOf,
  isChosen,
  type KubeObject,
  listsOf,
  refOf,
  withGiven,
} from '@sitrep/status'
import { families } from '../families.ts'
import { differencesFrom } from './expectations.ts'
import { refusals } from './refusals.ts'
import type { Expectation, Vector } from './vector.ts'

export interface VectorResult {
  readonly name: string
  readonly passed: boolean
  /** What differs, a line each. */
  readonly differences: readonly string[]
}

/** Runs one vector: exactly one pass of the kinds under test, then a comparison with what is expected and a check of what would be written. */
export function runVector(vector: Vector, catalog: Catalog): VectorResult {
  const engine = createEngine(withGivenKinds(catalog, vector.given ?? []), { passes: 'once' })
  const changes = engine.apply(fileChanges(vector.objects, catalog.reach), vector.at)
  const differences = changes
    .flatMap((change) => change.problems)
    .map((problem) =>
      problem.problem === 'definition-threw'
        ? `a definition threw: ${String(problem.error)}`
        : JSON.stringify(problem),
    )
  for (const expected of vector.expect) {
    const reported = vector.objects.find((object) => isMeant(expected, object))
    const label = `${expected.kind} ${expected.namespace ?? ''}/${expected.name}`
    if (reported === undefined) {
      differences.push(`${label}: no such object in the vector`)
      continue
    }
    const status = fields(engine.object(refOf(reported))?.status)
    const definition = catalog.definitions.find(({ kind }) => isChosen(kind, reported))
    const lists = definition?.lists ?? listsOf(families, reported)
    const found = differencesFrom(expected, { reported, status, ...(lists && { lists }) })
    differences.push(...found.map((difference) => `${label}: ${difference}`))
  }
  differences.push(...refusals(vector, (reported) => engine.object(refOf(reported))))
  return { name: vector.name, passed: differences.length === 0, differences }
}

/** A catalog in which the kinds that a vector gives (`Kind` or `<group> <Kind>`) are as they are reported. */
export const withGivenKinds = (catalog: Catalog, given: readonly string[]): Catalog =>
  withGiven(catalog, ({ group, kind }) => given.includes(kind) || given.includes(`${group} ${kind}`))

const isMeant = (expected: Expectation, { apiVersion, kind, metadata }: KubeObject): boolean =>
  kind === expected.kind &&
  metadata.name === expected.name &&
  (metadata.namespace ?? '') === (expected.namespace ?? '') &&
  (expected.apiVersion === undefined || groupOf(apiVersion) === groupOf(expected.apiVersion))
