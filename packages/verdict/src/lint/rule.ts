import type { LintSubject } from './lint-subject.ts'
import type { Path } from './path.ts'

/** How much a finding matters: what others will stumble over, what misleads, what could be better. */
export const lintSeverities = ['error', 'warning', 'note'] as const

export type LintSeverity = (typeof lintSeverities)[number]

/** A place that breaks a rule, and how. Texts of the object stand in it as they are: whoever shows them makes them harmless. */
export interface Breach {
  readonly path: Path
  readonly says: string
}

/** What a rule is, apart from how it looks for breaches; the documentation is made of this. */
export interface LintRuleText {
  /** Stays the same for ever: people name it in their settings. */
  readonly id: string
  readonly severity: LintSeverity
  /** The rule in one sentence. */
  readonly title: string
  readonly why: string
  readonly fix: string
  /**
   * `custom`: kinds that Kubernetes itself does not serve, because what was there before the conventions cannot change.
   * `crd`: CustomResourceDefinitions.
   */
  readonly on: 'every' | 'custom' | 'crd'
}

/** A rule about one object as it is. */
export interface StateRule extends LintRuleText {
  readonly find: (subject: LintSubject) => readonly Breach[]
}

/** A rule about what one object became: it needs two observations. */
export interface ChangeRule extends LintRuleText {
  readonly compare: (before: LintSubject, after: LintSubject) => readonly Breach[]
}

export type LintRule = StateRule | ChangeRule
