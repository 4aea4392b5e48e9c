import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { demoScenario, parseScenario, type Scenario, ScenarioError } from '@sitrep/simulator'
import { type Call, CommandError, type Context } from '../command.ts'

/** The scenario that was meant: a file, the one for show, or none. */
export function openScenario(
  named: Call['options'][string],
  { cwd }: Pick<Context, 'cwd'>,
): Scenario | undefined {
  if (named === undefined || named === 'none') return undefined
  if (named === 'demo') return demoScenario
  const file = String(named)
  try {
    return parseScenario(readFileSync(resolve(cwd, file), 'utf8'), file)
  } catch (error) {
    if (error instanceof ScenarioError) throw new CommandError(2, error.message, { cause: error })
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new CommandError(
      2,
      missing ? `There is no scenario file ${file}` : `The scenario ${file} cannot be read: ${String(error)}`,
      { cause: error },
    )
  }
}
