import { crashes, fuzz, stalls } from './api-server.ts'
import { change } from './change/part.ts'
import { faults } from './faults/part.ts'
import { parsers } from './parsers/part.ts'

/** One kind of strain that `npm run soak` can put on everything. */
export interface SoakPart {
  readonly name: string
  readonly summary: string
  readonly usage: string
  /** Runs to the end and answers whether everything held. What a person should know is printed on the way. */
  readonly run: (args: readonly string[]) => Promise<boolean>
}

/** All of them, in the order in which they run when none is named. A new one is one line here. */
export const parts: readonly SoakPart[] = [faults, change, stalls, crashes, fuzz, parsers]
