import { type Call, CommandError } from '../command.ts'

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

// Each part begins where the last one ended: what fits nowhere is not looked for everywhere.
const part = /(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/gy

/** A length of time such as `90s`, `1h30m` or `2d` in milliseconds; `0` needs no unit. Anything else is refused. */
export function parseDuration({ options }: Call, name: string, otherwise: number): number {
  const text = options[name]
  if (text === undefined) return otherwise
  const parts = [...String(text).matchAll(part)]
  const read = parts.map(([whole]) => whole).join('')
  if (text === '0' || (read !== '' && read === text))
    return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0)
  throw new CommandError(
    2,
    `--${name} takes a length of time such as 90s, 10m or 1h30m, not ${JSON.stringify(text)}`,
  )
}

const usualMs = 30_000
const longestTimer = 2 ** 31 - 1

/** How long a server may take to answer, as kubectl takes it: `30s`, plain seconds, or `0` for as long as it takes. */
export function requestTimeout({ words, options }: Call): number {
  const text = options['request-timeout']
  const seconds = typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? `${text}s` : text
  const call = { words, options: { ...options, 'request-timeout': seconds } }
  const wanted = parseDuration(call, 'request-timeout', usualMs)
  return wanted === 0 ? longestTimer : Math.min(wanted, longestTimer)
}
