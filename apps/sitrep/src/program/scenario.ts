import type { SimulatorOptions } from '@sitrep/simulator'
import { type Call, CommandError } from '../command.ts'

type Scenario = NonNullable<SimulatorOptions['scenario']>

/** The scenario that was meant. */
export async function openScenario(named: Call['options'][string]): Promise<Scenario | undefined> {
  if (named === undefined || named === 'none') return undefined
  throw new CommandError(2, `There is no scenario ${JSON.stringify(named)}`)
}
