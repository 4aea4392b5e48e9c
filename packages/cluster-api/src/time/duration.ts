/** Seconds as upstream prints a duration: `25s`, `5m0s`, `1h0m0s`. */
export function printDuration(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600)
  const minutes = Math.floor((totalSeconds % 3600) / 60)
  const rest = `${totalSeconds % 60}s`
  if (hours > 0) return `${hours}h${minutes}m${rest}`
  return minutes > 0 ? `${minutes}m${rest}` : rest
}

const unitSeconds: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }

/** Whole seconds of a duration that is written so; zero where nothing is. */
export function parseDuration(duration: string): number {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  const total = parts.reduce(
    (sum, [, amount = '0', unit = 's']) => sum + Number(amount) * (unitSeconds[unit] ?? 0),
    0,
  )
  return Math.trunc(total)
}
