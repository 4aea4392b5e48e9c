import type { KubeObject } from '@sitrep/status'

/** An attempt to change an external resource. */
export interface ChangeLogEntry {
  readonly operation: 'create' | 'update' | 'delete'
  /** What went wrong; nothing where the change was asked for. */
  readonly error: string | undefined
  /** What the provider added. */
  readonly details: Readonly<Record<string, string>>
  /** The object as it stood before. */
  readonly before: KubeObject
}

/** Remembers changes outside the cluster. What goes wrong with it stops nothing. */
export interface ChangeLog {
  readonly record: (entry: ChangeLogEntry) => Promise<void>
}
