import * as codec from './codecs.ts'
import type { FieldRow } from './row.ts'
import { path } from './tree.ts'

/** A field that only has another place. */
export const moved = (older: string, newer: string): FieldRow => ({ older: path(older), newer: path(newer) })

/** A truth value that is always written in the older stage, and in the newer one once it is true. */
export const truth = (older: string, newer: string): FieldRow => ({
  ...moved(older, newer),
  up: codec.truthToFlag,
  down: codec.flagToTruth,
})

/** A number that is always written in the older stage, and in the newer one once somebody has counted. */
export const count = (place: string): FieldRow => ({ ...moved(place, place), down: codec.countToNumber })

/** A duration in words, and in whole seconds. */
export const timeout = (older: string, newer: string): FieldRow => ({
  ...moved(older, newer),
  up: codec.durationToSeconds,
  down: codec.secondsToDuration,
})

/** A reference with a version, and without. */
export const reference = (place: string): FieldRow => ({
  ...moved(place, place),
  up: codec.referenceToContract,
  down: codec.contractToReference,
})

/** A field that the older stage does not have. */
export const newerOnly = (newer: string): FieldRow => ({ newer: path(newer) })

/** A field that the newer stage does not have. */
export const olderOnly = (older: string): FieldRow => ({ older: path(older) })
