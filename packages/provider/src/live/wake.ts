import { annotations } from '@sitrep/crossplane/managed'
import type { KubeObject } from '@sitrep/status'

// A pass writes these itself, and they change nothing that it would have to look at again.
const unheeded: ReadonlySet<string> = new Set([annotations.createPending, annotations.createFailed])

/**
 * All of an object that is a reason for a pass when it changes: generation, labels, annotations, deletion; not the status, which passes
 * write themselves.
 */
export function fingerprint({ metadata }: KubeObject): string {
  const { uid, generation, deletionTimestamp, labels = {}, annotations: all = {}, finalizers = [] } = metadata
  const heeded = Object.entries(all).filter(([name]) => !unheeded.has(name))
  // Whoever waits until its finalizer is the only one has to hear of it when another goes.
  const held = deletionTimestamp === undefined ? [] : finalizers
  return JSON.stringify([
    uid,
    generation,
    deletionTimestamp,
    sorted(Object.entries(labels)),
    sorted(heeded),
    held,
  ])
}

const sorted = (entries: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
