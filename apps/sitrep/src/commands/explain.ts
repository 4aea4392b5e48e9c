import {
  adviceOn,
  type Explained,
  explanationLines,
  firstCauses,
  headline,
  isTrouble,
  type Line,
  lookCommands,
  type Reach,
  wrapSpans,
} from '@sitrep/present'
import {
  conditionAt,
  type Family,
  formatAddress,
  type KindRef,
  type KubeObject,
  listsOf,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import { controllerApiOptions } from '../cluster/controller-api.ts'
import type { Call, Command, Context, ExitCode } from '../command.ts'
import { chooseExplanation } from '../explain/choose-explanation.ts'
import { type Subject, withSubject } from '../explain/open-subject.ts'
import { jsonOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'
import { verdictLines } from '../output/verdict-lines.ts'
import { inNewestLayout } from '../source/newest-layout.ts'
import { worldOptions } from '../source/open-world.ts'
import { styleLine } from '../terminal/style-lines.ts'

export const explain: Command = {
  name: 'explain',
  summary: 'Say why an object is as it is',
  usage: ['explain KIND/NAME [--condition ADDRESS] [-n NAMESPACE] [-f FILE|DIR|- …] [-o json]'],
  description: [
    'Prints one sentence for a ticket, the rule that decided, what it read, the rules that did not apply, the chain down to the first cause,',
    'what usually helps, and the command that shows it. Ends with 0 when all is well, with 1 when it is not.',
    'A running sitrep up or run is asked, for it sees workload clusters too; without one, what cannot be seen from here counts as unknown.',
  ].join('\n'),
  examples: [
    { does: 'why a cluster is not available', line: 'explain cluster/prod' },
    { does: 'the same from a support bundle', line: 'explain cluster/prod -f bundle/' },
    { does: 'one condition of a Machine', line: 'explain machine/prod-md-0-x7k2p --condition NodeHealthy' },
    { does: 'any other object, by what it reports', line: 'explain deployment/web -n shop' },
  ],
  settings: true,
  options: {
    ...worldOptions,
    ...controllerApiOptions,
    condition: {
      type: 'string',
      value: 'ADDRESS',
      help: 'The condition to explain: Ready, or listeners[https]:Programmed of an entry; a bare type is that of every entry (default: what stands for the object, Available or Ready)',
    },
    output: jsonOption,
  },
  async run(call, context) {
    const output = parseOutput(call, ['json'])
    const { condition } = call.options
    return withSubject(call, context, async (subject) => {
      const chosen = await chooseExplanation(subject, condition === undefined ? undefined : String(condition))
      return chosen === undefined
        ? explainReport(subject, { call, context, output })
        : explainDecision(subject, chosen, { call, context, output })
    })
  },
}

interface Asked {
  readonly call: Call
  readonly context: Context
  readonly output: 'json' | undefined
}

async function explainDecision(
  subject: Subject,
  explanation: Explained,
  { call, context, output }: Asked,
): Promise<ExitCode> {
  tellDifference(subject, explanation, context)
  const reach = reachOf(call, subject.families)
  const advice = subject.families.flatMap((family) => family.advice ?? [])
  const causes = firstCauses(explanation)
  const objectOf = await objectsAt(causes, subject)
  if (output === 'json') {
    const commands = causes.flatMap((cause) =>
      lookCommands(
        { ref: cause.ref, type: formatAddress(cause), computed: cause.decision !== undefined },
        reach,
      ),
    )
    const answer = {
      sentence: headline(explanation, subject.at),
      advice: [
        ...new Set(causes.flatMap((cause) => adviceOn({ ...cause, object: objectOf(cause.ref) }, advice))),
      ],
      commands: [...new Set(commands)],
      ...explanation,
    }
    context.print(formatJson(answer))
  } else {
    const { width } = context
    print(
      explanationLines(explanation, {
        now: subject.at,
        reach,
        advice,
        objectOf,
        ...(width !== undefined && { width }),
      }),
      context,
    )
  }
  return isTrouble(explanation) ? 1 : 0
}

// Advice on kinds that are told by their looks needs the objects; where no family has such advice nothing is read for it.
async function objectsAt(
  causes: readonly Explained[],
  { ref, reported, families, objectsOf }: Subject,
): Promise<(ref: ObjectRef) => KubeObject | undefined> {
  const tables = families.flatMap(({ advice = [] }) => advice)
  const byLooks = (of: KindRef): boolean =>
    tables.some((table) => typeof table.of !== 'function') &&
    !tables.some((table) => typeof table.of === 'function' && table.of(of))
  const wanted = causes
    .map((cause) => cause.ref)
    .filter((each) => byLooks(each) && refKey(each) !== refKey(ref))
  const found = [reported, ...(await objectsOf(wanted.slice(0, mostCausesRead)))]
  return (of) => found.find((object) => refKey(refOf(object)) === refKey(of))
}

// As many as are told.
const mostCausesRead = 3

// What is explained is what Sitrep computes; whoever looks at the object may see something else there.
function tellDifference(
  { reported, families, witness }: Subject,
  { at: list, type, condition }: Explained,
  { complain }: Pick<Context, 'complain'>,
): void {
  const address = formatAddress({ at: list, type })
  if (condition === undefined) return
  const found = conditionAt(inNewestLayout(reported), address, listsOf(families, reported))
  if (found === undefined || found.status === condition.status) return
  const why =
    witness === 'server' ? '; from here workload clusters cannot be seen, a running sitrep run sees more' : ''
  complain(`The object itself reports ${address} ${found.status}${why}`)
}

// What no definition decides is judged by what it reports.
async function explainReport(
  { ref, reported, at, families }: Subject,
  { context, output }: Asked,
): Promise<ExitCode> {
  const verdict = judge(reported, { now: at, families })
  if (output === 'json') context.print(formatJson({ ref, ...verdict }))
  else {
    const { width } = context
    const lines = verdictLines(verdict)
    print(width === undefined ? lines : lines.flatMap((line) => wrapSpans(line, width)), context)
  }
  return verdict.word === 'Ready' ? 0 : 1
}

function print(lines: readonly Line[], context: Context): void {
  for (const line of lines) context.print(styleLine(line, context))
}

/** The words by which another command line reaches the world that this one looks at, and sees it the same way. */
function reachOf({ options }: Call, families: readonly Pick<Family, 'settings'>[]): Reach {
  const kubectl = ['kubeconfig', 'context'].flatMap((name) => worded(name, options[name]))
  const files = (options.filename ?? []) as readonly string[]
  const settings = families
    .flatMap((family) => family.settings ?? [])
    .flatMap(({ flag }) => worded(flag, options[flag]))
  if (files.length === 0) return { kubectl, sitrep: [...kubectl, ...worded('api', options.api), ...settings] }
  const others = ['at', 'profile'].flatMap((name) => worded(name, options[name]))
  return { sitrep: [...files.flatMap((file) => ['-f', file]), ...others, ...settings] }
}

function worded(name: string, value: Call['options'][string]): readonly string[] {
  if (value === undefined || value === false) return []
  if (value === true) return [`--${name}`]
  return typeof value === 'string' ? [`--${name}`, value] : value.flatMap((each) => [`--${name}`, each])
}
