import { type Instant, parseInstant } from '@sitrep/conditions'
import { type Fields, isFields, textAt } from '../foreign/value.ts'
import type { KnownFamily } from '../kinds/knowledge.ts'
import { type Subject, subjectOf } from '../subject.ts'
import { isBuiltInGroup } from './built-in.ts'
import { type ConditionList, conditionLists } from './condition-lists.ts'

/** An object as the lint rules look at it. */
export interface LintSubject extends Subject {
  readonly now: Instant
  readonly group: string
  /** Kubernetes itself serves this kind. */
  readonly builtIn: boolean
  readonly lists: readonly ConditionList[]
  /** There is a status, and it is no object. */
  readonly misshapen: boolean
  /** It was created long enough ago that a first report would be here. False where its age is not known. */
  readonly settled: boolean
}

const settledAfterSeconds = 600

/** Picks what the rules ask about. */
export function lintSubject(object: Fields, families: readonly KnownFamily[], now: Instant): LintSubject {
  const subject = subjectOf(object, families)
  const status = object['status']
  const apiVersion = textAt(object, 'apiVersion')
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const created = parseInstant(textAt(object, 'metadata.creationTimestamp'))
  const at = parseInstant(now)
  return {
    ...subject,
    now,
    group,
    builtIn: isBuiltInGroup(group),
    lists: conditionLists(status),
    misshapen: status !== undefined && status !== null && !isFields(status),
    settled: created !== undefined && at !== undefined && at.seconds - created.seconds > settledAfterSeconds,
  }
}
