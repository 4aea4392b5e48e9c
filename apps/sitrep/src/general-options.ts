import type { OptionDescription } from './command.ts'

/** The options that every command understands. */
export const generalOptions: Readonly<Record<string, OptionDescription>> = {
  help: { type: 'boolean', short: 'h', help: 'Show this text' },
  debug: { type: 'boolean', help: 'Show where an error comes from' },
  'no-color': { type: 'boolean', help: 'Use no colours (so does the variable NO_COLOR)' },
}
