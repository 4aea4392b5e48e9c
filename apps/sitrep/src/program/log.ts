import { pino } from 'pino'

/** Structured lines: a constant message and keys. */
export interface Log {
  readonly info: (message: string, keys?: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, keys?: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, keys?: Readonly<Record<string, unknown>>) => void
}

/** A log on standard error, one JSON object a line. Text from objects stands in JSON strings and cannot forge a line. */
export function openLog(level: string): Log {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  )
  return {
    info: (message, keys = {}) => log.info(keys, message),
    warn: (message, keys = {}) => log.warn(keys, message),
    error: (message, keys = {}) => log.error(keys, message),
  }
}
