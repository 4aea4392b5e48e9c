import type { Condition } from '@sitrep/conditions'
import { choose } from '@sitrep/conditions'
import type { Profile } from '@sitrep/status'
import { type Conclusion, conclude } from './compute.ts'
import { policiesOf } from './facts/policies.ts'
import { passRules } from './language.ts'
import { isNextStep } from './rules/rows.ts'
import { type ExternalState, type Failure, type PassFacts, type PassStep, unread } from './types.ts'

/** Facts by what they differ in from an existing resource that is allowed everything and was not looked at yet. */
export interface Given extends Partial<Omit<PassFacts, 'went' | 'policies' | 'observed'>> {
  /** Steps that went well. */
  readonly well?: readonly PassStep[]
  /** Steps that failed, with what went wrong. */
  readonly failed?: { readonly [step in PassStep]?: string | Failure }
  readonly policies?: readonly string[]
  readonly observed?: Partial<ExternalState>
}

const nothing: ExternalState = {
  exists: false,
  upToDate: false,
  lateInitialized: false,
  inProgress: false,
  diff: '',
}

/** The steps up to an observation. */
export const looked: readonly PassStep[] = ['read', 'initialize', 'resolve-references', 'connect', 'observe']

/** The steps up to what is done with a resource that stays. */
export const kept: readonly PassStep[] = [...looked, 'publish-observed', 'add-finalizer']

export const conflict = (text = 'somebody else wrote'): Failure => ({ text, conflict: true, missing: false })

export function factsOf({ well = [], failed = {}, policies = ['*'], observed, ...rest }: Given): PassFacts {
  const failures = Object.entries(failed).map(([step, what]) => [
    step,
    typeof what === 'string' ? { text: what, conflict: false, missing: false } : what,
  ])
  return {
    ...unread,
    ...rest,
    policies: policiesOf({ enabled: true, managementPolicies: policies }),
    observed: observed === undefined ? undefined : { ...nothing, ...observed },
    went: { ...Object.fromEntries(well.map((step) => [step, 'well'])), ...Object.fromEntries(failures) },
  }
}

/** The words of the rows that decide on these facts. */
export const rowsFor = (profile: Profile, given: readonly Given[]): ReadonlySet<string> =>
  new Set(given.map((each) => choose(passRules(profile).table, factsOf(each)).row.words))

/** What a pass comes to next: `go on: <step>`, or the row and what it says. */
export function saidOf(profile: Profile, given: Given, upToDate = false): string {
  const rules = passRules(profile, { upToDate })
  const facts = factsOf(given)
  const { outcome } = choose(rules.table, facts)
  if (isNextStep(outcome)) return `go on: ${outcome.step}`
  return `${outcome.row}: ${toldOf(conclude(outcome, facts, rules.telling))}`
}

function toldOf({ conditions, events, next, error }: Conclusion): string {
  const said = [...conditions.map(shortOf), ...events.map(({ reason }) => reason), next]
  return [...said, ...(error === undefined ? [] : [error])].join(', ')
}

const shortOf = ({ type, status, reason, message }: Condition): string =>
  `${type}=${status}/${reason}${message === '' ? '' : ` (${message})`}`
