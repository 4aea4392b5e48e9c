import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  emptyScenario,
  type Look,
  namedScenarios,
  parseScenario,
  type Scenario,
  ScenarioError,
} from '@sitrep/simulator'
import { type Call, CommandError, type Context } from '../command.ts'
import { suggestion } from '../suggestion.ts'

/** A scenario to be played, and what is worth looking at where that is known. */
export interface OpenedScenario {
  readonly scenario: Scenario
  readonly look: readonly Look[]
}

/** The scenario that was meant: one that comes along, a file, or none. */
export function openScenario(named: Call['options'][string], { cwd }: Pick<Context, 'cwd'>): OpenedScenario {
  if (named === undefined || named === 'none') return { scenario: emptyScenario, look: [] }
  const known = namedScenarios.find(({ name }) => name === named)
  if (known !== undefined) return { scenario: known.open(), look: known.look }
  const file = String(named)
  try {
    return { scenario: parseScenario(readFileSync(resolve(cwd, file), 'utf8'), file), look: [] }
  } catch (cause) {
    if (cause instanceof ScenarioError) throw new CommandError(2, cause.message, { cause })
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new CommandError(2, `The scenario ${file} cannot be read: ${String(cause)}`, { cause })
    const names = namedScenarios.map(({ name }) => name)
    const meant = suggestion(file, names)
    const hint = meant === undefined ? `by name there are ${names.join(', ')}` : `did you mean ${meant}?`
    throw new CommandError(2, `There is no scenario file ${file}; ${hint}`, { cause })
  }
}
