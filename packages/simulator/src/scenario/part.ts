import type { Action } from '../plan/action.ts'
import type { World } from '../world/world.ts'
import type { Place, Reader } from './reader.ts'
import type { Happening, TimelineEntry } from './types.ts'

/** What scenario files can say about a family, and what comes of it. The words of two families differ, unless both mean the same. */
export interface ScenarioPart {
  /** How long things take unless a file says otherwise; `nodeJoinMs` is `nodeJoin` there. */
  readonly timings?: Readonly<Record<`${string}Ms`, number>>
  /** Reads the lists of what is to be created. Several families may read the same one: entries then say whose they are, by `family`. */
  readonly lists?: Readonly<Record<string, EntryReader>>
  /** Reads what may happen, by the words of the timeline. */
  readonly happenings?: Readonly<Record<string, HappeningReader>>
  /** What a happening does to the world; nothing where it is not for this family. */
  readonly actions: (happening: Happening, moment: Moment) => HappeningActions | undefined
}

export type EntryReader = (reader: Reader, entry: Place) => Created

/** Something that a file creates. */
export interface Created {
  /** What it is called, such as `cluster prod/blue`: once in a file. */
  readonly title: string
  readonly place: Place
  readonly entry: TimelineEntry
}

export type HappeningReader = (told: Told) => Begun

/** The details of a happening, and what the file creates that it may be about. */
export interface Told {
  readonly reader: Reader
  readonly place: Place
  readonly created: readonly Happening[]
}

export interface Begun {
  readonly begins: Happening
  /** What is to happen when its time is over; absent for what has no end. */
  readonly ends?: { readonly after: Place; readonly happening: Happening }
}

/** What a happening does to the world, or why it cannot. */
export type HappeningActions = readonly Action[] | { readonly missing: string }

export interface Moment {
  readonly world: World
  readonly now: number
  readonly seed: string
}

/** What a happening does to the world: the first family that it is for says so. */
export function happen(
  families: readonly { readonly scenario?: ScenarioPart }[],
  happening: Happening,
  moment: Moment,
): HappeningActions {
  for (const { scenario } of families) {
    const planned = scenario?.actions(happening, moment)
    if (planned !== undefined) return planned
  }
  return { missing: `family for the happening ${happening.what}` }
}
