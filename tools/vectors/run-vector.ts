import { isDeepStrictEqual } from 'node:util'
import { createEngine, fileChanges } from '@sitrep/engine'
import { type Catalog, createCatalog, groupOf, isDescribed, type KindRef, type StatusDefinition } from '@sitrep/status'
import type { Expectation, Vector } from './vector.ts'

export interface VectorResult {
  readonly name: string
  readonly passed: boolean
  /** What differs, a line each. */
  readonly differences: readonly string[]
}

/** Runs one vector: exactly one pass of the kinds under test, then a comparison with what is expected. */
export function runVector(vector: Vector, catalog: Catalog): VectorResult {
  const engine = createEngine(withGiven(catalog, vector.given ?? []), { passes: 'once' })
  const problems = engine.apply(fileChanges(vector.objects, catalog.reach), vector.at).flatMap((change) => change.problems)
  const differences = problems.map((problem) =>
    problem.problem === 'definition-threw' ? `a definition threw: ${String(problem.error)}` : JSON.stringify(problem),
  )
  for (const expected of vector.expect) {
    const object = find(vector, expected)
    const label = `${expected.kind} ${expected.namespace ?? ''}/${expected.name}`
    if (object === undefined) {
      differences.push(`${label}: no such object in the vector`)
      continue
    }
    const status = engine.object({ ...object, ...nameOf(expected) })?.status as Record<string, unknown> | undefined
    differences.push(...statusDifferences(status ?? {}, expected).map((difference) => `${label}: ${difference}`))
  }
  return { name: vector.name, passed: differences.length === 0, differences }
}

const nameOf = ({ namespace, name }: Expectation) => ({ ...(namespace === undefined ? {} : { namespace }), name })

/** A catalog in which these kinds are as they are reported: what their definitions would say is given. */
export function withGiven(catalog: Catalog, given: readonly string[]): Catalog {
  const isGiven = ({ group, kind }: KindRef): boolean => given.includes(kind) || given.includes(`${group} ${kind}`)
  const definitions = catalog.definitions.map((definition) =>
    !isDescribed(definition.kind) && isGiven(definition.kind) ? asReported(definition) : definition,
  )
  return createCatalog({ ...catalog, definitions })
}

// Not left out: how conditions are sorted that others add belongs to the kind, whoever decides its status.
const asReported = (definition: StatusDefinition): StatusDefinition => ({
  ...definition,
  observe: ({ status }) => status ?? {},
  compute: (status) => ({ status, decided: [] }),
})

function find(vector: Vector, expected: Expectation): KindRef | undefined {
  const object = vector.objects.find(
    ({ apiVersion, kind, metadata }) =>
      kind === expected.kind &&
      metadata.name === expected.name &&
      (metadata.namespace ?? '') === (expected.namespace ?? '') &&
      (expected.apiVersion === undefined || groupOf(apiVersion) === groupOf(expected.apiVersion)),
  )
  return object && { group: groupOf(object.apiVersion), kind: object.kind }
}

function statusDifferences(status: Readonly<Record<string, unknown>>, expected: Expectation): readonly string[] {
  const differences: string[] = []
  const conditions = (status.conditions ?? []) as readonly Fields[]
  for (const type of expected.absent ?? []) {
    if (conditions.some((condition) => condition.type === type)) differences.push(`${type} must not be there`)
  }
  for (const [key, wanted] of Object.entries(expected.status ?? {})) {
    if (key === 'conditions') {
      differences.push(...conditionDifferences(conditions, (wanted ?? []) as readonly Fields[], expected.partial === true ? 'named' : 'all'))
    } else if (!isDeepStrictEqual(settled(status[key]), settled(wanted))) {
      differences.push(`${key} is ${show(status[key])}, expected ${show(wanted)}`)
    }
  }
  return differences
}

type Fields = Readonly<Record<string, unknown>>

function conditionDifferences(actual: readonly Fields[], wanted: readonly Fields[], which: 'all' | 'named'): readonly string[] {
  const differences: string[] = []
  for (const expected of wanted) {
    const condition = actual.find((candidate) => candidate.type === expected.type)
    if (condition === undefined) {
      differences.push(`${expected.type} is missing, expected ${show(expected)}`)
      continue
    }
    for (const [field, value] of Object.entries(expected)) {
      if ((condition[field] ?? '') === (value ?? '')) continue
      differences.push(`${expected.type} ${field} is ${show(condition[field])}, expected ${show(value)}`)
    }
  }
  if (which === 'named') return differences
  const [order, expectedOrder] = [actual.map(({ type }) => type), wanted.map(({ type }) => type)]
  for (const type of order) if (!expectedOrder.includes(type)) differences.push(`${type} is there, expected none`)
  if (differences.length === 0 && !isDeepStrictEqual(order, expectedOrder)) {
    differences.push(`conditions stand as ${order.join(', ')}, expected ${expectedOrder.join(', ')}`)
  }
  return differences
}

/** Nothing, an empty list and an empty map are one and the same here. */
function settled(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(settled)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, settled(inner)] as const)
  const present = entries.filter(([, inner]) => inner !== undefined)
  return present.length === 0 ? undefined : Object.fromEntries(present)
}

const show = (value: unknown): string => JSON.stringify(value) ?? 'absent'
