import type { KubeObject, ObjectRef } from '@sitrep/status'

/** Where an object belongs among processes that share the work. */
export interface Place {
  /** Whoever has this key keeps the object and computes its status; absent: everybody keeps it. */
  readonly key?: string | undefined
  /** Whoever has one of these keys, or everybody, keeps it too, as it is reported, because others are computed from it. */
  readonly readers?: readonly string[] | 'every' | undefined
}

/** The keys that a process keeps at one time. */
export interface KeptKeys {
  /** All that share the work, this process among them. */
  readonly members: readonly string[]
  /** Whether a key is this process's, is about to be, or has just been: the answer for a key is always the same. */
  readonly keeps: (key: string) => boolean
  /** Whether there may be a key among them that was not among others before. */
  readonly gains: (before: KeptKeys) => boolean
}

/** What a process keeps of a world that it shares with others. */
export interface Share {
  readonly placeOf: (ref: ObjectRef, object: KubeObject | undefined) => Place
  readonly now: () => KeptKeys
  /** Calls back whenever the keys are others than before. */
  readonly onChange: (listener: () => void) => void
}

/** A place as it is remembered with every object that belongs there. */
export interface Placing extends Place {
  /** How many objects that are kept belong there. */
  objects: number
}
