import type { Timing } from './connection.ts'

/**
 * The same clock, running `speed` times as fast from this moment on. Whoever shares it (API server, controllers, simulator)
 * lives in the same accelerated world.
 */
export function acceleratedTiming<Given extends Timing>(timing: Given, speed: number): Given {
  if (!(speed > 0) || !Number.isFinite(speed))
    throw new RangeError(`The speed must be a number above 0, not ${speed}`)
  const start = timing.now()
  return {
    ...timing,
    now: () => start + (timing.now() - start) * speed,
    sleep: (milliseconds: number, signal?: AbortSignal) => timing.sleep(milliseconds / speed, signal),
  }
}
