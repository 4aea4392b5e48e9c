import { setFlagsFromString } from 'node:v8'

// The garbage of a first list may grow to three quarters of what stays. Left alone, the runtime lets it grow to four times as much and keeps
// the pages, and begins again soon when little happens.
const proportion = '--heap-growing-percent=75'

// Buffers count with everything else. Left alone, the runtime goes through all of the heap for every 64 MB of them, however many there are.
const buffers = '--external-memory-accounted-in-global-limit'

/**
 * Lets the runtime go through its whole heap in proportion to what the process holds. It holds for all of the process from the next such
 * collection on, so programs call it and libraries do not.
 */
export function collectInProportion(): void {
  setFlagsFromString(proportion)
  setFlagsFromString(buffers)
}
