import { explanationLines } from '@sitrep/present'
import { formatRef } from '@sitrep/status'
import { type Call, type Command, CommandError, type Context } from '../command.ts'
import { parseProfile } from '../program/options.ts'
import { type ComputedObject, type ComputedWorld, computeWorld } from '../source/computed-world.ts'
import { readFiles } from '../source/read-files.ts'
import { styleLine } from '../terminal/style-lines.ts'

// Asked for where no condition is named: the first of these that an object has.
const verdictTypes = ['Available', 'Ready', 'Accepted', 'Synced', 'MachinesReady', 'Paused']

export const explain: Command = {
  name: 'explain',
  summary: 'Say why an object is as it is',
  usage: ['explain KIND/NAME [--condition TYPE] -f FILE|DIR|- … [-n NAMESPACE] [-o json]'],
  description:
    'Prints one sentence for a ticket, the rule that decided, what it read, the rules that did not apply, and the chain down to the first cause.',
  examples: [
    { does: 'why a cluster in a support bundle is not available', line: 'explain cluster/prod -f bundle/' },
  ],
  options: {
    filename: {
      type: 'string',
      short: 'f',
      multiple: true,
      value: 'PATH',
      help: 'A file or folder, or - for standard input',
    },
    condition: {
      type: 'string',
      value: 'TYPE',
      help: 'The condition to explain (default: Available, else Ready)',
    },
    namespace: { type: 'string', short: 'n', value: 'NAME', help: 'In this namespace' },
    at: { type: 'string', value: 'TIME', help: 'As of this time (RFC 3339; default: now)' },
    profile: { type: 'string', value: 'NAME', help: 'proposal or released (default released)' },
    output: { type: 'string', short: 'o', value: 'json', help: 'Print JSON' },
  },
  async run(call, context) {
    const paths = call.options.filename as readonly string[] | undefined
    if (paths === undefined) throw new CommandError(2, 'Name what to read: sitrep explain KIND/NAME -f FILE')
    const at = call.options.at === undefined ? new Date(context.now()).toISOString() : String(call.options.at)
    const world = computeWorld(await readFiles(paths, context), {
      profile: parseProfile(call.options.profile) ?? 'released',
      at,
    })
    const object = findObject(world, call)
    return explainObject(world, object, { call, context, at })
  },
}

interface Asking {
  readonly call: Call
  readonly context: Context
  readonly at: string
}

function explainObject(
  { engine }: ComputedWorld,
  { ref }: ComputedObject,
  { call, context, at }: Asking,
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

function findObject({ objects }: ComputedWorld, { words, options }: Call): ComputedObject {
  const [word = ''] = words
  const [kind = '', name = ''] = word.includes('/') ? word.split('/') : words
  if (kind === '' || name === '')
    throw new CommandError(2, 'Name an object as KIND/NAME, for example cluster/prod')
  const matching = objects.filter(({ ref }) => {
    const sameKind = [ref.kind.toLowerCase(), `${ref.kind.toLowerCase()}s`].includes(kind.toLowerCase())
    return (
      sameKind &&
      ref.name === name &&
      (options.namespace === undefined || ref.namespace === options.namespace)
    )
  })
  const [only, other] = matching
  if (only === undefined) throw new CommandError(1, `There is no ${kind} ${name} in what was read`)
  if (other !== undefined)
    throw new CommandError(
      2,
      `There are several: ${matching.map(({ ref }) => formatRef(ref)).join(', ')}; name one with -n`,
    )
  return only
}
