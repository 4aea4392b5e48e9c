const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

/** A length of time as kubectl writes it: two units while small, one when large. */
export function formatAge(milliseconds: number): string {
  if (Number.isNaN(milliseconds)) return '<unknown>'
  if (milliseconds < -second) return '<invalid>'
  const age = Math.max(0, milliseconds)
  if (age < 2 * minute) return `${Math.floor(age / second)}s`
  if (age < 10 * minute) return two(age, [minute, 'm'], [second, 's'])
  if (age < 3 * hour) return `${Math.floor(age / minute)}m`
  if (age < 8 * hour) return two(age, [hour, 'h'], [minute, 'm'])
  if (age < 2 * day) return `${Math.floor(age / hour)}h`
  if (age < 8 * day) return two(age, [day, 'd'], [hour, 'h'])
  if (age < 2 * year) return `${Math.floor(age / day)}d`
  if (age < 8 * year) return two(age, [year, 'y'], [day, 'd'])
  return `${Math.floor(age / year)}y`
}

type Unit = readonly [length: number, letter: string]

function two(age: number, [large, largeLetter]: Unit, [small, smallLetter]: Unit): string {
  const rest = Math.floor((age % large) / small)
  return `${Math.floor(age / large)}${largeLetter}${rest === 0 ? '' : `${rest}${smallLetter}`}`
}

/** Whether an instant says when something was. The definitions of Gateway API fill in the beginning of time, which says that nobody knows. */
export const isKnownTime = (instant: string): boolean => Date.parse(instant) > 0

/** How long ago an instant was; one that is missing, unreadable or the beginning of time is `<unknown>`. */
export const ageOf = (instant: string | undefined, now: string): string =>
  instant !== undefined && isKnownTime(instant)
    ? formatAge(Date.parse(now) - Date.parse(instant))
    : '<unknown>'
