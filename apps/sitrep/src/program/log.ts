import { pino } from 'pino'
import { escapeHostile } from '../output/format-json.ts'

/** Structured lines: a constant message and keys. */
export interface Log {
  readonly info: (message: string, keys?: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, keys?: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, keys?: Readonly<Record<string, unknown>>) => void
}

/** Where lines of a log go. */
export interface LogOutlet {
  readonly write: (line: string) => void
}

/** A log, on standard error unless said otherwise, one JSON object a line. Text from objects stands in JSON strings: it cannot forge a line, and a terminal obeys nothing in it. */
export function openLog(level: string, outlet: LogOutlet = pino.destination({ fd: 2, sync: true })): Log {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => outlet.write(escapeHostile(line)) },
  )
  return {
    info: (message, keys = {}) => log.info(keys, message),
    warn: (message, keys = {}) => log.warn(keys, message),
    error: (message, keys = {}) => log.error(keys, message),
  }
}
