import { formatRef, kindKey, type ObjectRef } from '@sitrep/status'
import type { FleetRow, Weight } from '../../src/answers.ts'

/** All weights, the gravest first. */
export const weights: readonly Weight[] = ['wrong', 'unclear', 'paused', 'underway', 'fine']

/** What a row must be to be shown; what is empty asks for nothing. */
export interface FleetFilter {
  readonly kind: string
  readonly namespace: string
  /** The address of a condition, and what it must say; without a status it must only be there. */
  readonly condition: string
  readonly status: string
  readonly text: string
  readonly weight: string
}

const names = ['kind', 'namespace', 'condition', 'status', 'text', 'weight'] as const

/** Reads a filter from the query of an address. */
export const filterOf = (query: URLSearchParams): FleetFilter =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as unknown as FleetFilter

/** The query that says the same, with everything in it that is no filter kept as it was. */
export function queryWith(query: URLSearchParams, changed: Partial<FleetFilter>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changed)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Whether a filter asks for anything. */
export const isFiltered = (filter: FleetFilter): boolean => names.some((name) => filter[name] !== '')

/** The rows that a filter lets through, in their order. */
export function filterRows(rows: readonly FleetRow[], filter: FleetFilter): readonly FleetRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(
    (row) =>
      (filter.weight === '' || row.weight === filter.weight) &&
      (filter.kind === '' || kindKey(row.ref) === filter.kind) &&
      (filter.namespace === '' || row.ref.namespace === filter.namespace) &&
      hasCondition(row, filter) &&
      hasWords(row, words),
  )
}

function hasCondition({ conditions }: FleetRow, { condition, status }: FleetFilter): boolean {
  if (condition === '') return true
  const said = Object.hasOwn(conditions, condition) ? conditions[condition] : undefined
  return said !== undefined && (status === '' || said === status)
}

function hasWords({ ref, word, sentence }: FleetRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const { kind, namespace = '', name, cluster = '' } = ref
  const text = `${kind} ${namespace}/${name} ${cluster} ${word} ${sentence}`.toLowerCase()
  return words.every((each) => text.includes(each))
}

/** The order of the fleet, as the server has it: the gravest first, then what has lasted longest, then by name. */
export function byGravity(a: FleetRow, b: FleetRow): number {
  const graver = weights.indexOf(a.weight) - weights.indexOf(b.weight)
  if (graver !== 0) return graver
  const [one, other] = [a.since ?? '', b.since ?? '']
  if (one !== other) return one === '' ? 1 : other === '' ? -1 : one < other ? -1 : 1
  return nameOf(a.ref) < nameOf(b.ref) ? -1 : 1
}

const nameOf = (ref: ObjectRef): string => `${formatRef(ref)} ${ref.group}`

/** What there is to choose from in a fleet. */
export interface FilterChoices {
  readonly kinds: readonly { readonly key: string; readonly kind: string }[]
  readonly namespaces: readonly string[]
  readonly conditions: readonly string[]
}

/** Everything that occurs in the rows, in order. */
export function choicesOf(rows: readonly FleetRow[]): FilterChoices {
  const kinds = new Map<string, string>()
  const namespaces = new Set<string>()
  const conditions = new Set<string>()
  for (const { ref, conditions: said } of rows) {
    kinds.set(kindKey(ref), ref.kind)
    if (ref.namespace !== undefined) namespaces.add(ref.namespace)
    for (const address of Object.keys(said)) conditions.add(address)
  }
  return {
    kinds: [...kinds].map(([key, kind]) => ({ key, kind })).sort((a, b) => (a.key < b.key ? -1 : 1)),
    namespaces: [...namespaces].sort(),
    conditions: [...conditions].sort(),
  }
}

/** How many rows there are of each weight. */
export function countsOf(rows: readonly FleetRow[]): Readonly<Record<Weight, number>> {
  const counts = { wrong: 0, unclear: 0, paused: 0, underway: 0, fine: 0 }
  for (const { weight } of rows) counts[weight]++
  return counts
}
