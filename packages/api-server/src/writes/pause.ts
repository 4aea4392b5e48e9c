import { setImmediate as nextTurn } from 'node:timers/promises'

/** Objects of more bytes than this are worked on in pieces: each step of a write goes through all of them. */
const largeBytes = 64 * 1024

/**
 * Lets others have their turn between two steps of work on something large. `undefined` for anything else, so that small
 * writes are decided in one go.
 */
export function pauseFor(bytes: number): Promise<void> | undefined {
  return bytes > largeBytes ? nextTurn() : undefined
}
