import { explanationLines } from '@sitrep/present'
import { formatRef } from '@sitrep/status'
import { type Call, type Command, CommandError, type Context } from '../command.ts'
import type { ComputedObject } from '../source/computed-world.ts'
import { findObject, type OpenedWorld, openWorld, worldOptions } from '../source/open-world.ts'
import { styleLine } from '../terminal/style-lines.ts'

// Asked for where no condition is named: the first of these that an object has.
const verdictTypes = ['Available', 'Ready', 'Accepted', 'Synced', 'MachinesReady', 'Paused']

export const explain: Command = {
  name: 'explain',
  summary: 'Say why an object is as it is',
  usage: ['explain KIND/NAME [--condition TYPE] [-n NAMESPACE] [-f FILE|DIR|- …] [-o json]'],
  description:
    'Prints one sentence for a ticket, the rule that decided, what it read, the rules that did not apply, and the chain down to the first cause.',
  examples: [
    { does: 'why a cluster is not available', line: 'explain cluster/prod' },
    { does: 'the same from a support bundle', line: 'explain cluster/prod -f bundle/' },
    { does: 'one condition of a Machine', line: 'explain machine/prod-md-0-x7k2p --condition NodeHealthy' },
  ],
  options: {
    ...worldOptions,
    condition: {
      type: 'string',
      value: 'TYPE',
      help: 'The condition to explain (default: Available, else Ready)',
    },
    output: { type: 'string', short: 'o', value: 'json', help: 'Print JSON' },
  },
  async run(call, context) {
    const world = await openWorld(call, context)
    return explainObject(world, findObject(world, call.words), { call, context })
  },
}

function explainObject(
  { engine, at }: OpenedWorld,
  { ref }: ComputedObject,
  { call, context }: { readonly call: Call; readonly context: Context },
): 0 | 1 {
  const claims = engine.claims(ref)
  const type =
    typeof call.options.condition === 'string'
      ? call.options.condition
      : verdictTypes.find((candidate) => claims.includes(candidate))
  if (type === undefined)
    throw new CommandError(
      1,
      `Sitrep decides nothing about ${formatRef(ref)}; name a condition with --condition`,
    )
  const explanation = engine.explain(ref, type)
  if (explanation?.condition === undefined)
    throw new CommandError(1, `${formatRef(ref)} has no condition ${type}; it has ${claims.join(', ')}`)
  if (call.options.output === 'json') context.print(JSON.stringify(explanation, undefined, 2))
  else for (const line of explanationLines(explanation, at)) context.print(styleLine(line, context))
  return explanation.condition.status === 'True' ? 0 : 1
}
