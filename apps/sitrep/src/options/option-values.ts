import { type Profile, profiles } from '@sitrep/status'
import { type DryRun, dryRuns } from '../apply/show/event.ts'
import { type Call, CommandError } from '../command.ts'

/** A port number, or a clear refusal. */
export function parsePort(call: Call, name: string, otherwise: number): number {
  const text = call.options[name]
  if (text === undefined) return otherwise
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new CommandError(2, `--${name} takes a port from 0 to 65535, not ${JSON.stringify(text)}`)
}

/** A number above zero, or a clear refusal. */
export function parsePositive(call: Call, name: string, otherwise: number): number {
  const text = call.options[name]
  if (text === undefined) return otherwise
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new CommandError(2, `--${name} takes a number above zero, not ${JSON.stringify(text)}`)
}

/** How many there are of something, from one on; what nobody can have meant is refused. */
export function parseCount(call: Call, name: string, { otherwise, most }: CountLimits): number {
  const value = parsePositive(call, name, otherwise)
  if (Number.isInteger(value) && value <= most) return value
  const text = JSON.stringify(call.options[name])
  throw new CommandError(2, `--${name} takes a whole number from 1 to ${most}, not ${text}`)
}

interface CountLimits {
  readonly otherwise: number
  readonly most: number
}

/** One of several words, the first where none was named, or a clear refusal. */
export function parseChoice<Choice extends string>(
  { options }: Call,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const named = options[name]
  if (named === undefined) return choices[0]
  const found = choices.find((choice) => choice === named)
  if (found !== undefined) return found
  throw new CommandError(2, `--${name} takes ${choices.join(' or ')}, not ${JSON.stringify(named)}`)
}

export function parseProfile(text: Call['options'][string]): Profile | undefined {
  if (text === undefined) return undefined
  const profile = profiles.find((candidate) => candidate === text)
  if (profile !== undefined) return profile
  throw new CommandError(2, `--profile takes ${profiles.join(' or ')}, not ${JSON.stringify(text)}`)
}

/** The wanted form of the output, or a clear refusal; nothing where none was named. */
export function parseOutput<Form extends string>(
  { options }: Call,
  forms: readonly Form[],
  // Those that are read elsewhere, because something follows them.
  templates: readonly string[] = [],
): Form | undefined {
  if (options.output === undefined) return undefined
  const form = forms.find((candidate) => candidate === options.output)
  if (form !== undefined) return form
  throw new CommandError(
    2,
    `-o takes ${[...forms, ...templates].join(', ')}, not ${JSON.stringify(options.output)}`,
  )
}

/** Who is to say what would happen; nothing where it is to happen. What is only said cannot be followed. */
export function parseDryRun({ options }: Call): DryRun | undefined {
  const text = options['dry-run']
  if (text === undefined) return undefined
  const dryRun = dryRuns.find((candidate) => candidate === text)
  if (dryRun === undefined)
    throw new CommandError(2, `--dry-run takes ${dryRuns.join(' or ')}, not ${JSON.stringify(text)}`)
  if (options.wait === true)
    throw new CommandError(2, 'With --dry-run nothing happens that --wait could follow')
  return dryRun
}
