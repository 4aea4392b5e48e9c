import { type Line, lookCommands, span, wrap } from '@sitrep/present'
import { formatRef, type ObjectRef } from '@sitrep/status'
import type { Call, Command, Context, ExitCode } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { jsonOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'
import { reachOf } from '../source/reach.ts'
import { worldOptions } from '../source/world-options.ts'
import { Warnings } from '../terminal/warnings.ts'
import { type FoldedTrouble, isWrong } from '../trouble/fold-troubles.ts'
import { readTroubles } from '../trouble/read-troubles.ts'
import { troubleLines } from '../trouble/trouble-lines.ts'
import type { Troubles } from '../trouble/troubles-in.ts'
import { troublesJson } from '../trouble/troubles-json.ts'

export const trouble: Command = {
  name: 'trouble',
  summary: 'Say what is wrong anywhere, each with its first cause',
  usage: ['trouble [-n NAMESPACE | -A] [--all] [-f FILE|DIR|- …] [-o json]'],
  description: [
    'Looks at all objects of all kinds, in all namespaces unless one is named, and prints a line for everything that is wrong: the worst first,',
    'each with since when and its first cause. What follows from the same cause is counted, not repeated. sitrep alone does the same.',
    'Ends with 1 when something is wrong, with 0 when nothing is, with 3 when it could not find out.',
  ].join('\n'),
  examples: [
    { does: 'what is wrong, anywhere', line: 'trouble' },
    { does: 'in one namespace, with what is only under way or paused', line: 'trouble -n fleet --all' },
    { does: 'in a support bundle', line: 'trouble -f bundle/' },
  ],
  settings: true,
  options: {
    ...worldOptions,
    namespace: {
      type: 'string',
      short: 'n',
      value: 'NAME',
      help: 'Only in this namespace (default: in all)',
    },
    'all-namespaces': { type: 'boolean', short: 'A', help: 'In all namespaces (as it is anyway)' },
    all: { type: 'boolean', help: 'Also what is under way or paused' },
    output: jsonOption,
  },
  async run(call, context) {
    const output = parseOutput(call, ['json'])
    const troubles = await readTroubles(call, context)
    if (output === 'json') context.document(formatJson(troublesJson(troubles)))
    else await show(troubles, call, context)
    const wrong = troubles.folded.some(isWrong)
    return exitCodeOf(troubles, wrong)
  },
}

const exitCodeOf = ({ unread }: Troubles, wrong: boolean): ExitCode => (wrong ? 1 : unread.length > 0 ? 3 : 0)

async function show(troubles: Troubles, call: Call, context: Context): Promise<void> {
  const { folded, at, objects, silent, unread } = troubles
  const wrong = folded.filter(isWrong)
  const rest = folded.filter((each) => !isWrong(each))
  const shown = call.options.all === true ? folded : wrong
  const { width } = context
  const print = (line: Line): void => context.print(line)
  const warnings = new Warnings(context)
  for (const { kind, why } of unread) warnings.add(`${kind.kind}s could not be looked at: ${why}`)
  warnings.end()
  for (const line of troubleLines(shown, { now: at, width })) print(line)
  const calm =
    wrong.length === 0
      ? `Nothing is wrong with ${counted(objects - silent.length, 'object')}${seen(unread.length)}`
      : ''
  const unheard = silent.length === 0 ? '' : `nobody has reported on ${someOf(silent)}`
  const others = call.options.all === true ? '' : restWords(rest)
  const summary = [calm, unheard, others].filter((part) => part !== '').join('; ')
  if (shown.length > 0) print([])
  if (summary !== '')
    for (const line of width === undefined ? [summary] : wrap(summary, width)) print([span(line, 'muted')])
  const [first] = [...shown.map(({ top }) => top.ref), ...silent]
  if (first !== undefined) print([span(`Next: ${await nextCommand(first, call, context)}`, 'muted')])
}

const mostNamed = 3

function someOf(silent: readonly ObjectRef[]): string {
  const named = silent.slice(0, mostNamed).map(formatRef)
  const more = silent.length - named.length
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const seen = (unread: number): string => (unread === 0 ? '' : ' that could be looked at')

function restWords(rest: readonly FoldedTrouble[]): string {
  const of = (gravity: string): number => rest.filter(({ top }) => top.gravity === gravity).length
  const [underway, paused] = [of('underway'), of('paused')]
  const parts = [
    ...(underway === 0 ? [] : [`${counted(underway, 'change')} under way`]),
    ...(paused === 0 ? [] : [`${paused} paused`]),
  ]
  return parts.length === 0 ? '' : `${parts.join(', ')} (--all shows that too)`
}

async function nextCommand(ref: ObjectRef, call: Call, context: Context): Promise<string> {
  const { sitrep, calledAs } = reachOf(call, context, await loadFamilies(context.families))
  const [command = ''] = lookCommands({ ref, type: '', computed: false }, { sitrep, calledAs })
  return command
}
