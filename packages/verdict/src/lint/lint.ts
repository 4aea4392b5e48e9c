import type { Instant } from '@sitrep/conditions'
import { isFields, textAt } from '../foreign/value.ts'
import type { KnownFamily } from '../kinds/knowledge.ts'
import { addressOf } from './address-of.ts'
import { changeRulesOf, lintRules, stateRulesOf } from './lint-rules.ts'
import { type LintSubject, lintSubject } from './lint-subject.ts'
import type { Breach, LintRule, LintRuleText } from './rule.ts'

/** A rule that an object breaks, and where. */
export interface Finding extends Breach {
  readonly rule: LintRuleText
  /** The condition that it is about, as its address is written; absent where it is about something else. */
  readonly address?: string
}

export interface LintOptions {
  /** The time of the look: tells what is old and what lies ahead. */
  readonly now: Instant
  /** Only these rules. */
  readonly rules?: readonly LintRule[]
  /** What is known of further kinds; it goes before what is built in. */
  readonly families: readonly KnownFamily[]
}

/**
 * Which conventions for conditions an object does not keep, in the order of the rules.
 * Never throws on JSON, whatever its shape. It says nothing about whether the object is well: that is what `judge` is for.
 */
export function lintObject(object: unknown, options: LintOptions): readonly Finding[] {
  const subject = subjectIn(object, options)
  if (subject === undefined) return []
  return stateRulesOf(options.rules ?? lintRules)
    .filter((rule) => concerns(rule, subject))
    .flatMap((rule) => rule.find(subject).map((breach) => found(rule, breach, subject)))
}

/** What one object did wrong between two observations, the earlier one first. Of two different objects nothing is said. */
export function lintChange(before: unknown, after: unknown, options: LintOptions): readonly Finding[] {
  const [old, subject] = [subjectIn(before, options), subjectIn(after, options)]
  if (old === undefined || subject === undefined || !isSame(old, subject)) return []
  return changeRulesOf(options.rules ?? lintRules)
    .filter((rule) => concerns(rule, subject))
    .flatMap((rule) => rule.compare(old, subject).map((breach) => found(rule, breach, subject)))
}

function found(rule: LintRuleText, breach: Breach, subject: LintSubject): Finding {
  const address = addressOf(breach.path, subject)
  return { rule, ...breach, ...(address !== undefined && { address }) }
}

// A new object of the same name begins anew.
const isSame = (a: LintSubject, b: LintSubject): boolean =>
  a.title === b.title && textAt(a.object, 'metadata.uid') === textAt(b.object, 'metadata.uid')

const subjectIn = (object: unknown, { now, families }: LintOptions): LintSubject | undefined =>
  isFields(object) ? lintSubject(object, families, now) : undefined

function concerns({ on }: LintRule, { builtIn, group, kind }: LintSubject): boolean {
  switch (on) {
    case 'every':
      return true
    case 'custom':
      return !builtIn
    case 'crd':
      return group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
  }
}
