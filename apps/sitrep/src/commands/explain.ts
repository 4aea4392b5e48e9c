import {
  adviceOn,
  type Explained,
  explanationLines,
  firstCauses,
  headline,
  isTrouble,
  type Line,
  lookCommands,
  span,
  type Weighing,
  wrapSpans,
} from '@sitrep/present'
import {
  addressedConditions,
  conditionAt,
  formatAddress,
  type KindRef,
  type KubeObject,
  listsOf,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import { judge, type Verdict } from '@sitrep/verdict'
import { controllerApiOptions } from '../cluster/controller-api.ts'
import type { Call, Command, Context, ExitCode } from '../command.ts'
import { type Chosen, chooseExplanation } from '../explain/choose-explanation.ts'
import { type Subject, withSubject } from '../explain/open-subject.ts'
import { jsonOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'
import { verdictLines } from '../output/verdict-lines.ts'
import { inNewestLayout } from '../source/newest-layout.ts'
import { reachOf } from '../source/reach.ts'
import { anywhereOption, worldOptions } from '../source/world-options.ts'

export const explain: Command = {
  name: 'explain',
  summary: 'Say why an object is as it is',
  usage: [
    'explain KIND/NAME [--condition ADDRESS] [--verbose] [-n NAMESPACE | -A] [-f FILE|DIR|- …] [-o json]',
  ],
  description: [
    'Prints one sentence for a ticket, the chain down to the first cause, what usually helps, and what to type next; with --verbose also the rule',
    'that decided, what it read and the rules that did not apply. Ends with 0 when all is well, with 1 when it is not.',
    'A running sitrep up or run is asked, for it sees workload clusters too; without one, what cannot be seen from here counts as unknown.',
  ].join('\n'),
  examples: [
    { does: 'why a cluster is not available', line: 'explain cluster/prod' },
    { does: 'the same from a support bundle', line: 'explain cluster/prod -f bundle/' },
    { does: 'the same with the rule that decided and its evidence', line: 'explain cluster/prod --verbose' },
    { does: 'one condition of a Machine', line: 'explain machine/prod-md-0-x7k2p --condition NodeHealthy' },
    { does: 'any other object, by what it reports', line: 'explain deployment/web -n shop' },
  ],
  settings: true,
  options: {
    ...worldOptions,
    'all-namespaces': anywhereOption,
    ...controllerApiOptions,
    condition: {
      type: 'string',
      value: 'ADDRESS',
      help: 'The condition to explain: Ready, or listeners[https]:Programmed of an entry; a bare type is that of every entry (default: what stands for the object, Available or Ready)',
    },
    verbose: {
      type: 'boolean',
      short: 'v',
      help: 'Also the rule that decided, the rules that did not apply and what they read',
    },
    output: jsonOption,
  },
  async run(call, context) {
    const output = parseOutput(call, ['json'])
    const { condition } = call.options
    return withSubject(call, context, async (subject) => {
      const named = condition === undefined ? undefined : String(condition)
      const chosen = await chooseExplanation(subject, { named, ...weighingOf(subject) })
      return chosen === undefined || (named === undefined && isHeldBack(subject, chosen))
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

// Somebody may have paused an object in a way that none of its conditions tells.
const isHeldBack = ({ reported, at, families }: Subject, { explained, despite }: Chosen): boolean =>
  !isTrouble(explained) && !despite && judge(reported, { now: at, families }).word === 'Paused'

const weighingOf = ({ at, families }: Subject): Weighing => ({
  now: at,
  holds: families.flatMap(({ holds = [] }) => holds),
})

async function explainDecision(
  subject: Subject,
  { explained: explanation, whole, despite }: Chosen,
  { call, context, output }: Asked,
): Promise<ExitCode> {
  tellDifference(subject, explanation, context)
  const options = { ...weighingOf(subject), ...(whole && { whole }), ...(despite && { despite }) }
  const reach = reachOf(call, context, subject.families)
  const advice = subject.families.flatMap((family) => family.advice ?? [])
  const causes = firstCauses(explanation, options)
  const objectOf = await objectsAt(causes, subject)
  if (output === 'json') {
    const commands = causes.flatMap((cause) =>
      lookCommands(
        { ref: cause.ref, type: formatAddress(cause), computed: cause.decision !== undefined },
        reach,
      ),
    )
    const answer = {
      sentence: headline(explanation, options),
      advice: [
        ...new Set(causes.flatMap((cause) => adviceOn({ ...cause, object: objectOf(cause.ref) }, advice))),
      ],
      commands: [...new Set(commands)],
      ...explanation,
    }
    context.document(formatJson(answer))
  } else {
    const { width } = context
    print(
      explanationLines(explanation, {
        ...options,
        verbose: call.options.verbose === true,
        reach,
        advice,
        objectOf,
        ...(width !== undefined && { width }),
      }),
      context,
    )
  }
  return isTrouble(explanation) || despite ? 1 : 0
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
async function explainReport(subject: Subject, { call, context, output }: Asked): Promise<ExitCode> {
  const { ref, reported, at, families } = subject
  const verdict = judge(reported, { now: at, families })
  const well = verdict.word === 'Ready'
  if (output === 'json') context.document(formatJson({ ref, ...verdict }))
  else {
    const { width } = context
    const verbose = call.options.verbose === true
    const lines = [...verdictLines(verdict, verbose), ...(well ? [] : reportRemedy(subject, verdict))]
    print(width === undefined ? lines : lines.flatMap((line) => wrapSpans(line, width)), context)
    if (!well) print(reportNext(subject, call, context), context)
  }
  return well ? 0 : 1
}

function reportRemedy({ ref, reported, families }: Subject, { word }: Verdict): readonly Line[] {
  const tables = families.flatMap((family) => family.advice ?? [])
  const troubles = addressedConditions(inNewestLayout(reported), listsOf(families, reported))
    .map((each) => ({ ref, ...each, inputs: [], causes: [] }))
    .filter(isTrouble)
  const helps = [...(word === 'Paused' ? [{ ref, type: word }] : []), ...troubles].flatMap((each) =>
    adviceOn({ ...each, object: reported }, tables),
  )
  const lines = [...new Set(helps)].map((help): Line => [span(`  ${help}`)])
  return lines.length === 0 ? [] : [[], [span('What usually helps:')], ...lines]
}

function reportNext({ ref, families }: Subject, call: Call, context: Context): readonly Line[] {
  const reach = reachOf(call, context, families)
  const [command] = lookCommands({ ref, type: '', computed: false, known: true }, reach)
  return command === undefined ? [] : [[], [span('Next:')], [span(`  ${command}`)]]
}

function print(lines: readonly Line[], context: Context): void {
  for (const line of lines) context.print(line)
}
