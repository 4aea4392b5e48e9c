import type { Instant } from '@sitrep/conditions'
import type { Layer } from '@sitrep/status'
import type { Agenda } from './agenda.ts'
import type { Sheet } from './forms.ts'
import type { Keeper } from './graph.ts'
import type { Holding } from './holding.ts'
import type { WorldTables } from './world-tables.ts'

/** What a turn works with. */
export interface TurnInput {
  readonly tables: WorldTables
  readonly agenda: Agenda<Keeper>
  readonly now: Instant
  readonly layer: Layer
  /** Whether a pass may ask for another. */
  readonly again: boolean
  /** Whether a status waits until somebody has said of everything it reads whether it can be read. */
  readonly hold: boolean
  /** Whose pass waits, and for what; kept from turn to turn. */
  readonly holding: Holding
  readonly nextPass: () => number
}

/** Where an object comes from that is put into its place. */
export interface Placing {
  /** The status whose pass yields it. */
  readonly maker?: Keeper
  /** What it is kept as, where that is known. */
  readonly sheet?: Sheet | undefined
}
