import { type KubeObject, type ObjectRef, refKey, refOf } from '@sitrep/status'
import { type Finding, type LintOptions, lintChange, lintObject, lintSeverities } from '@sitrep/verdict'
import type { ObservedObject, Place } from './observed-object.ts'

/** A finding with the object that it is about and, for files, where it stands. */
export interface Reported extends Finding {
  readonly ref: ObjectRef
  readonly apiVersion: string
  readonly file?: string
  readonly place?: Place
}

/** What was looked at, and what was found in it: object by object in the order of the input, the gravest first. */
export interface LintReport {
  readonly objects: number
  readonly findings: readonly Reported[]
}

/** Lints every object as it was seen last, and what became of those that were seen more than once. */
export function lintObserved(observed: readonly ObservedObject[], options: LintOptions): LintReport {
  const sightings = Map.groupBy(observed, ({ object }) => refKey(refOf(object)))
  const findings = [...sightings.values()].flatMap((seen) => findingsOf(inOrder(seen), options))
  return { objects: sightings.size, findings }
}

function findingsOf(seen: readonly ObservedObject[], options: LintOptions): readonly Reported[] {
  const last = seen.at(-1)
  if (last === undefined) return []
  const changes = seen.slice(1).flatMap((after, at) => {
    const before = seen[at]?.object
    return lintChange(before, after.object, options).map((finding) => reported(finding, after))
  })
  const states = lintObject(last.object, options).map((finding) => reported(finding, last))
  return [...states, ...changes].sort((a, b) => rank(a) - rank(b))
}

const rank = ({ rule }: Finding): number => lintSeverities.indexOf(rule.severity)

function reported(finding: Finding, { object, file }: ObservedObject): Reported {
  const place = file?.place(finding.path)
  return {
    ...finding,
    ref: refOf(object),
    apiVersion: object.apiVersion,
    ...(file && { file: file.name }),
    ...(place && { place }),
  }
}

// Servers count versions up; where a file does not say them, what stands later was seen later.
function inOrder(seen: readonly ObservedObject[]): readonly ObservedObject[] {
  const versions = seen.map(({ object }) => versionOf(object))
  if (seen.length < 2 || versions.some((version) => version === undefined)) return seen
  return seen.toSorted((a, b) => (versionOf(a.object) ?? 0) - (versionOf(b.object) ?? 0))
}

function versionOf({ metadata }: KubeObject): number | undefined {
  const version = Number((metadata as { resourceVersion?: unknown }).resourceVersion)
  return Number.isSafeInteger(version) ? version : undefined
}
