import { Background } from '../../faults.ts'
import type { Timing } from '../../timing.ts'

/** Watches over a stream on which something has to come from time to time. */
export interface SilenceGuard {
  readonly heard: () => void
  /** From now on another time may pass in silence. */
  readonly allow: (silenceMs: number) => void
  readonly stop: () => void
}

/** Calls out once when nothing was heard for that long. */
export function guardAgainstSilence(timing: Timing, silenceMs: number, onSilence: () => void): SilenceGuard {
  const abort = new AbortController()
  let allowed = silenceMs
  let last = timing.elapsed()
  const watchOver = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      const left = last + allowed - timing.elapsed()
      if (left <= 0) return onSilence()
      await timing.sleep(left, abort.signal)
    }
  }
  new Background().run({ what: 'watching over a stream', about: 'server', name: 'a watch' }, watchOver)
  const heard = (): void => {
    last = timing.elapsed()
  }
  return {
    heard,
    allow: (next) => {
      allowed = next
      heard()
    },
    stop: () => abort.abort(),
  }
}
