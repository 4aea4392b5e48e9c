import type { Command, OptionDescription } from './command.ts'
import { registry } from './registry.ts'

/** The options that every command understands. */
export const commonOptions: Readonly<Record<string, OptionDescription>> = {
  help: { type: 'boolean', short: 'h', help: 'Show this text' },
  debug: { type: 'boolean', help: 'Show where an error comes from' },
  'no-color': { type: 'boolean', help: 'Use no colours (so does the variable NO_COLOR)' },
}

/** What the program says about itself. */
export function programHelp(): readonly string[] {
  const listed = registry.filter(({ hidden }) => hidden !== true)
  const width = Math.max(...listed.map(({ name }) => name.length))
  return [
    'Sitrep: is it ready, and if not, why?',
    '',
    'Usage: sitrep COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...listed.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`),
    '',
    'sitrep COMMAND --help shows how a command is used, with examples.',
    'Exit codes: 0 yes, 1 the answer is no, 2 wrong usage, 3 could not find out.',
  ]
}

/** How one command is used. */
export function commandHelp(command: Command): readonly string[] {
  const options = Object.entries({ ...command.options, ...commonOptions }).map(
    ([name, option]) => [flags(name, option), option.help] as const,
  )
  const width = Math.max(...options.map(([text]) => text.length))
  return [
    command.summary,
    '',
    ...command.usage.map((usage, at) => `${at === 0 ? 'Usage: ' : '       '}sitrep ${usage}`),
    ...(command.description === undefined ? [] : ['', ...command.description.split('\n')]),
    '',
    'Options:',
    ...options.map(([text, help]) => `  ${text.padEnd(width)}   ${help}`),
    ...(command.examples.length === 0 ? [] : ['', 'Examples:']),
    ...command.examples.flatMap(({ does, line }) => [`  # ${does}`, `  sitrep ${line}`]),
  ]
}

function flags(name: string, { short, value }: OptionDescription): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`
}
