import { meantAddresses, parseAddress, standingLists } from '@sitrep/status'
import { isFields, valueAt, wholeNumber } from '../foreign/value.ts'
import { walkStatus } from '../foreign/walk-status.ts'
import { generationSense } from '../generations.ts'
import type { KnownFamily } from '../kinds/knowledge.ts'
import { type Subject, subjectOf } from '../subject.ts'
import type { Polarity } from '../verdict.ts'
import { declaredStatus, unreportedEntries } from './declared.ts'
import { latestOf } from './latest.ts'
import { polarityOf, readType } from './polarity.ts'
import { type FoundCondition, readConditionList } from './read-condition.ts'
import { type Scope, scopesOf } from './scopes.ts'

/** A condition of an object, and whether it is about the present generation. */
export interface ReportedCondition {
  /** Where it stands: `status.conditions`, `status.parents[gw].conditions`. */
  readonly path: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
  /** `unsaid`: neither the condition nor the status says which generation it is about. */
  readonly freshness: 'current' | 'outdated' | 'unsaid'
  /** The generation that it is about, where it is said. */
  readonly about?: number
}

/** What an object reports by conditions, wherever it keeps them. */
export interface ReportedConditions {
  readonly generation: number | undefined
  /**
   * What stands at an address, as it is written: `listeners[https]:Programmed`, `listeners[*]:Programmed`. A bare type is all conditions of
   * that type that speak for the object: one, or one for each parent, listener or ancestor.
   */
  readonly find: (address: string) => readonly ReportedCondition[]
  /** The types that are reported. */
  readonly types: readonly string[]
  /** Parents and listeners that the spec declares and nobody has reported on, in words. */
  readonly unreported: readonly string[]
  /** Whether the status as a whole is said to be about the present generation. */
  readonly freshness: ReportedCondition['freshness']
  /** Which answer of a type, or of one at an address, is the good one; nothing where that would be a guess. */
  readonly polarityOf: (type: string) => Polarity | undefined
}

/** Reads the conditions of any object as `judge` does. Never throws on JSON, whatever its shape. */
export function reportedConditions(object: unknown, families: readonly KnownFamily[]): ReportedConditions {
  const subject = subjectOf(isFields(object) ? object : {}, families)
  const { conditionLists } = walkStatus(declaredStatus(subject), [])
  const scopes = scopesOf(subject, conditionLists).filter(({ of }) => of === 'whole')
  const speaking = [...scopes, ...olderList(subject, scopes)]
  return {
    generation: subject.generation,
    find: (address) => (isBare(address) ? found(speaking, address, subject) : foundAt(address, subject)),
    types: [...new Set(speaking.flatMap(({ conditions }) => conditions.map(({ type }) => type)))],
    unreported: unreportedEntries(subject).map(({ evidence }) => evidence.says),
    freshness: freshnessOf(undefined, subject).freshness,
    polarityOf: (address) => {
      const { role, from } = readType(parseAddress(address).type, subject.knowledge)
      return from === 'guess' ? undefined : polarityOf[role]
    },
  }
}

const isBare = (address: string): boolean => parseAddress(address).at === undefined

// Of kinds that nobody knows an address can still name another list of the object by its path.
function foundAt(written: string, subject: Subject): readonly ReportedCondition[] {
  const { known, knownLists } = subject
  return meantAddresses(known, written, knownLists).flatMap(({ at = '', type }) => {
    const path = `status.${at}.conditions`
    const list = standingLists(known, knownLists).find((standing) => standing.at === at)?.conditions
    return latestOf(readConditionList(list ?? valueAt(subject.object, path)))
      .filter((condition) => condition.type.toLowerCase() === type.toLowerCase())
      .map((condition) => reported(path, condition, subject))
  })
}

// Where a newer list is kept apart, types that only the older one has can still be asked for.
function olderList({ object }: Subject, scopes: readonly Scope[]): readonly Scope[] {
  const path = 'status.conditions'
  if (scopes.some((scope) => scope.path === path)) return []
  const conditions = latestOf(readConditionList(valueAt(object, path)))
  return conditions.length === 0 ? [] : [{ path, of: 'whole', conditions }]
}

function found(scopes: readonly Scope[], type: string, subject: Subject): readonly ReportedCondition[] {
  const holding = scopes.flatMap(({ path, conditions }) =>
    conditions
      .filter((condition) => condition.type.toLowerCase() === type.toLowerCase())
      .map((condition) => reported(path, condition, subject)),
  )
  // A list of the object itself speaks for its parts.
  const own = holding.filter(({ path }) => !path.includes('['))
  return own.length > 0 ? own.slice(0, 1) : holding
}

function reported(path: string, condition: FoundCondition, subject: Subject): ReportedCondition {
  const { type, status, reason, message } = condition
  const unversioned = subject.knowledge.some((each) => each.unversioned?.includes(type))
  const { freshness, about } = freshnessOf(unversioned ? undefined : condition, subject)
  return { path, status, reason, message, freshness, ...(about !== undefined && { about }) }
}

// Behind at either level is behind: a condition may be newer than its status, and a status newer than its condition.
function freshnessOf(
  condition: FoundCondition | undefined,
  { status, generation }: Subject,
): { readonly freshness: ReportedCondition['freshness']; readonly about?: number } {
  // Zero is what Go writes for a generation that was never set.
  const said = [condition?.observedGeneration, wholeNumber(status['observedGeneration'])].flatMap(
    (each) => each || [],
  )
  const old = said.find((each) => generationSense(each, generation) === 'outdated')
  if (old !== undefined) return { freshness: 'outdated', about: old }
  const [about] = said
  return about === undefined || generation === undefined
    ? { freshness: 'unsaid' }
    : { freshness: 'current', about }
}
