/** The command line of Sitrep: finds the command, gives it its streams, and turns errors into one line and an exit code. */

import { safeText } from '@sitrep/present/lines'
import { type Call, type Command, CommandError, type Context, type ExitCode } from './command.ts'
import { builtInFamilies, type FamilyEntry } from './families/families.ts'
import { withSettings } from './families/settings.ts'
import { commandHelp, programHelp } from './help.ts'
import { parseCall } from './options/parse-call.ts'
import { type Registered, registry } from './registry.ts'
import { suggestion } from './suggestion.ts'
import { processContext } from './terminal/process-context.ts'

// Asked by shells, not by people: no help lists it.
const complete: Registered = {
  name: '__complete',
  summary: 'Print what could follow on an unfinished command line',
  load: async () => (await import('./commands/complete.ts')).complete(registry),
}

export interface MainOptions {
  /** What is known of ecosystems; left out: what Sitrep brings along. */
  readonly families?: readonly FamilyEntry[]
}

/** Runs the program with what was typed after its name. */
export async function main(
  typed: readonly string[],
  { families = builtInFamilies }: MainOptions = {},
): Promise<void> {
  process.exitCode = await runCommand(typed, processContext(typed, families))
}

/** Runs one command line in a context; nothing in here touches the process. */
export async function runCommand([name, ...rest]: readonly string[], context: Context): Promise<ExitCode> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return help(rest[0], context)
  if (name === '--version') return runCommand(['version'], context)
  const registered = [...registry, complete].find((candidate) => candidate.name === name)
  if (registered === undefined) return unknown(name, context)
  try {
    const command = await registered.load()
    const call = await parsedCall(command, rest, context)
    if (call.options.help === true) return help(name, context)
    return await command.run(call, context)
  } catch (error) {
    return failed(error, rest.includes('--debug'), context)
  }
}

// What families may be told is only asked of them for an option that the command itself does not have: nobody else waits for them.
async function parsedCall(command: Command, typed: readonly string[], { families }: Context): Promise<Call> {
  try {
    return parseCall(command, typed)
  } catch (error) {
    if (command.settings === undefined) throw error
    return parseCall(await withSettings(command, families), typed)
  }
}

async function help(name: string | undefined, context: Context): Promise<ExitCode> {
  const registered = registry.find((candidate) => candidate.name === name)
  if (name !== undefined && registered === undefined) return unknown(name, context)
  const lines = registered === undefined ? programHelp() : await helpFor(registered, context)
  for (const line of lines) context.print(line)
  return 0
}

async function helpFor(registered: Registered, { families, width }: Context): Promise<readonly string[]> {
  const command = await withSettings(await registered.load(), families)
  const description = await command.describe?.(families)
  return commandHelp(description === undefined ? command : { ...command, description }, width)
}

function unknown(name: string, { complain }: Context): ExitCode {
  const meant = suggestion(
    name,
    registry.map((candidate) => candidate.name),
  )
  complain(
    `sitrep has no command ${JSON.stringify(name)}; ${meant === undefined ? 'sitrep help lists them' : `did you mean ${meant}?`}`,
  )
  return 2
}

// One line that says what to do; where it comes from only for those who ask.
function failed(error: unknown, debug: boolean, { complain }: Context): ExitCode {
  const message = error instanceof Error ? error.message : String(error)
  complain(safeText(message.split('\n')[0] ?? message))
  if (debug && error instanceof Error)
    for (const line of (error.stack ?? '').split('\n')) complain(safeText(line))
  return error instanceof CommandError ? error.exitCode : 3
}
