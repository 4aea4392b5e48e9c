import { readType, type TypeReading } from '../conditions/polarity.ts'
import type { Entry } from './condition-lists.ts'
import type { LintSubject } from './lint-subject.ts'
import type { Breach, StateRule } from './rule.ts'

/** What one condition does against a rule, in words; nothing where it keeps it. */
type Verdict = (entry: Entry, subject: LintSubject) => string | undefined

/** Looks at every condition by itself. The field that breaks the rule is named, so that its place can be shown. */
export const eachCondition =
  (field: string, says: Verdict): StateRule['find'] =>
  (subject) =>
    subject.lists.flatMap(({ entries }) =>
      entries.flatMap((entry): readonly Breach[] => {
        const breach = says(entry, subject)
        if (breach === undefined) return []
        // What is not there has no place of its own.
        const path = Object.hasOwn(entry.fields, field) ? [...entry.path, field] : entry.path
        return [{ path, says: breach }]
      }),
    )

/** What a condition is called in a sentence. */
export const nameOf = ({ type }: Entry): string => (type === '' ? 'A condition without a type' : type)

export const readingOf = ({ type }: Entry, { knowledge }: LintSubject): TypeReading =>
  readType(type, knowledge)

export const textOf = ({ fields }: Entry, field: string): string => {
  const value = fields[field]
  return typeof value === 'string' ? value : ''
}

/** Kinds whose contract is the older model of conditions: severities, no reason where all is well, reasons that name where they come from. */
export const hasSeverities = ({ knowledge }: LintSubject): boolean =>
  knowledge.some(({ severities }) => severities)

/** A condition of that model, on whatever kind. */
export const followsSeverities = ({ fields }: Entry, subject: LintSubject): boolean =>
  Object.hasOwn(fields, 'severity') || hasSeverities(subject)
