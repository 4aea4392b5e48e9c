import type { KubeObject, Trouble } from '@sitrep/status'
import type { Phase } from '@sitrep/status/following'
import type { Result } from '../submit/server-side-apply.ts'

/** Names an object in what is told. */
export interface Subject {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace?: string
  readonly name: string
}

export const dryRuns = ['client', 'server'] as const
/** Who says what would happen, while nothing does: this program by itself, or the server. */
export type DryRun = (typeof dryRuns)[number]

/** What something is followed to. */
export type Goal = 'ready' | 'gone'

/** Something worth telling, for people and for machines alike. */
export type Event =
  | {
      readonly event: 'applied'
      readonly object: Subject
      /** `well-formed`: nobody has asked the server. */
      readonly result: Result | 'well-formed'
      readonly from: string
      readonly dryRun?: DryRun
    }
  /** What the server warns of. */
  | { readonly event: 'warning'; readonly object: Subject; readonly text: string; readonly from: string }
  /** The documents that were refused, each with its place and why, and what became of the others. */
  | { readonly event: 'refused'; readonly why: readonly string[] }
  | { readonly event: 'phase'; readonly object: Subject; readonly phase: Phase }
  | { readonly event: 'trouble'; readonly object: Subject; readonly trouble: ToldTrouble }
  | { readonly event: 'recovered'; readonly object: Subject; readonly trouble: ToldTrouble }
  | { readonly event: 'kubeconfig'; readonly object: Subject; readonly path: string }
  | { readonly event: 'deleting'; readonly object: Subject; readonly dryRun?: DryRun }
  | { readonly event: 'absent'; readonly object: Subject }
  | { readonly event: 'left'; readonly object: Subject; readonly left: readonly string[] }
  | { readonly event: 'blocked'; readonly object: Subject; readonly by: readonly string[] }
  | { readonly event: 'gone'; readonly object: Subject }
  | { readonly event: 'ready'; readonly object: Subject }
  | { readonly event: 'failed'; readonly object: Subject; readonly why: string }
  | {
      readonly event: 'timeout'
      readonly object: Subject
      /** What was waited for. */
      readonly goal: Goal
      readonly missing: readonly string[]
      /** The lines of `sitrep explain`, where it has any. */
      readonly explanation: readonly string[]
    }
  | { readonly event: 'interrupted'; readonly resume: string }

export interface ToldTrouble {
  readonly object: Subject
  readonly text: string
  readonly reason?: string
  readonly older?: true
}

export function subjectOf({
  apiVersion,
  kind,
  metadata,
}: Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>): Subject {
  const { namespace, name } = metadata
  return { apiVersion, kind, ...(namespace !== undefined && { namespace }), name }
}

export function toldTrouble({ object, text, reason, older }: Trouble): ToldTrouble {
  return {
    object: subjectOf(object),
    text,
    ...(reason !== undefined && { reason }),
    ...(older && { older }),
  }
}
