import { type Instant, parseInstant } from '@sitrep/conditions'
import { readType, type TypeReading } from '../conditions/polarity.ts'
import { type Fields, textAt } from '../foreign/value.ts'
import type { Registry } from '../kinds/knowledge.ts'
import { type Subject, subjectOf } from '../subject.ts'
import { isBuiltInGroup } from './built-in.ts'
import { type ConditionList, conditionLists, type Entry } from './condition-lists.ts'
import type { Breach, StateRule } from './rule.ts'

/** An object as the lint rules look at it. */
export interface LintSubject extends Subject {
  readonly now: Instant
  readonly group: string
  /** Kubernetes itself serves this kind. */
  readonly builtIn: boolean
  readonly lists: readonly ConditionList[]
  /** It was created long enough ago that a first report would be here. False where its age is not known. */
  readonly settled: boolean
}

const settledAfterSeconds = 600

/** Picks what the rules ask about. */
export function lintSubject(object: Fields, registry: Registry, now: Instant): LintSubject {
  const subject = subjectOf(object, registry)
  const apiVersion = textAt(object, 'apiVersion')
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const created = parseInstant(textAt(object, 'metadata.creationTimestamp'))
  const at = parseInstant(now)
  return {
    ...subject,
    now,
    group,
    builtIn: isBuiltInGroup(group),
    lists: conditionLists(object['status']),
    settled: created !== undefined && at !== undefined && at.seconds - created.seconds > settledAfterSeconds,
  }
}

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

/** Kinds whose contract is the older model of Cluster API: severities, no reason where all is well, reasons that name where they come from. */
export const hasSeverities = ({ knowledge, group }: LintSubject): boolean =>
  knowledge.some(({ contract }) => contract === 'Cluster API v1beta1') ||
  group.endsWith('anywhere.eks.amazonaws.com')

/** A condition of that model, on whatever kind. */
export const followsSeverities = ({ fields }: Entry, subject: LintSubject): boolean =>
  Object.hasOwn(fields, 'severity') || hasSeverities(subject)
