/** The command line of Sitrep: finds the command, gives it its streams, and turns errors into one line and an exit code. */

import {
  type Call,
  type Command,
  CommandError,
  type Context,
  type ExitCode,
  interruptedCode,
} from './command.ts'
import { builtInFamilies, type FamilyEntry } from './families/families.ts'
import { withSettings } from './families/settings.ts'
import { commandHelp, firstSteps, programHelp } from './help.ts'
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
  const code = await runCommand(typed, processContext(typed, families))
  process.exitCode = code
  // What a command that failed or was stopped left open does not keep the program from ending.
  if (code >= 3) setTimeout(() => process.exit(), leftOpenMs).unref()
}

const leftOpenMs = 500

/** Runs one command line in a context; nothing in here touches the process. */
export async function runCommand(typed: readonly string[], context: Context): Promise<ExitCode> {
  const code = await runNamed(typed, context)
  // Whoever was stopped could not find out, and a script may want to know which of the two it was.
  return code === 3 && context.interrupted.aborted ? interruptedCode(context.interrupted.reason) : code
}

async function runNamed(typed: readonly string[], context: Context): Promise<ExitCode> {
  const [name, ...rest] = typed
  if (name === 'help' || name === '--help' || name === '-h') return help(rest[0], context)
  if (name === '--version') return runNamed(['version'], context)
  if (name === undefined || name.startsWith('-')) return alone(typed, context)
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

/** Without a command: what is wrong, or how to begin where there is no cluster to look at. */
async function alone(typed: readonly string[], context: Context): Promise<ExitCode> {
  try {
    const { trouble } = await import('./commands/trouble.ts')
    return await trouble.run(await parsedCall(trouble, typed, context), context)
  } catch (error) {
    const { ControllerError } = await import('@sitrep/controller/connection')
    const unreachable = error instanceof ControllerError
    const unconfigured = error instanceof CommandError && error.exitCode === 3
    // Somebody who typed nothing more wants to begin; whoever named something wants to know why it failed.
    if (typed.length > 0 || !(unreachable || unconfigured))
      return failed(error, typed.includes('--debug'), context)
    if (unreachable) context.complain(error.message)
    for (const line of [...firstSteps, '', ...programHelp()]) context.print(line)
    return unreachable ? 3 : 0
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
function failed(error: unknown, debug: boolean, { complain, interrupted }: Context): ExitCode {
  if (interrupted.aborted && !debug) {
    complain('Interrupted')
    return 3
  }
  const message = error instanceof Error ? error.message : String(error)
  complain(message.split('\n')[0] ?? message)
  if (debug && error instanceof Error) for (const line of (error.stack ?? '').split('\n')) complain(line)
  return error instanceof CommandError ? error.exitCode : 3
}
