const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

/**
 * The time that has passed, in the two or three figures that kubectl shows. A clock that is a second behind is forgiven;
 * what lies further in the future is `<invalid>`.
 */
export function formatAge(milliseconds: number): string {
  if (milliseconds <= -2 * second) return '<invalid>'
  if (milliseconds < 0) return '0s'
  if (milliseconds < 2 * minute) return `${whole(milliseconds, second)}s`
  if (milliseconds < 10 * minute) return twoFigures(milliseconds, [minute, 'm'], [second, 's'])
  if (milliseconds < 3 * hour) return `${whole(milliseconds, minute)}m`
  if (milliseconds < 8 * hour) return twoFigures(milliseconds, [hour, 'h'], [minute, 'm'])
  if (milliseconds < 2 * day) return `${whole(milliseconds, hour)}h`
  if (milliseconds < 8 * day) return twoFigures(milliseconds, [day, 'd'], [hour, 'h'])
  if (milliseconds < 2 * year) return `${whole(milliseconds, day)}d`
  if (milliseconds < 8 * year) return twoFigures(milliseconds, [year, 'y'], [day, 'd'])
  return `${whole(milliseconds, year)}y`
}

type Unit = readonly [length: number, letter: string]

function twoFigures(milliseconds: number, [large, letter]: Unit, [small, smallLetter]: Unit): string {
  const rest = whole(milliseconds % large, small)
  return `${whole(milliseconds, large)}${letter}${rest === 0 ? '' : `${rest}${smallLetter}`}`
}

function whole(milliseconds: number, unit: number): number {
  return Math.floor(milliseconds / unit)
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** How long ago a timestamp is: `<unknown>` when there is none, `<invalid>` when it cannot be read. */
export function formatTimestampAge(timestamp: string | undefined, now: number): string {
  if (timestamp === undefined || timestamp === '' || timestamp === 'null') return '<unknown>'
  if (!rfc3339.test(timestamp)) return '<invalid>'
  const instant = Date.parse(timestamp)
  return Number.isNaN(instant) ? '<invalid>' : formatAge(now - instant)
}
