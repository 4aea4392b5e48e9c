import { discover } from '@sitrep/controller/connection'
import { clusterOf, factGroup } from '@sitrep/engine'
import { groupOf, managementCluster } from '@sitrep/status'
import { type LintRule, lintRules } from '@sitrep/verdict'
import { interruptible } from '../cluster/interruptible.ts'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Collected, collectedIn } from '../collect/bundle.ts'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { jsonReport } from '../lint/json-report.ts'
import { type LintReport, lintObserved } from '../lint/lint-observed.ts'
import { isLinted, readLive, selectionsToLint, watchLive } from '../lint/live-objects.ts'
import type { ObservedObject } from '../lint/observed-object.ts'
import { readObserved } from '../lint/read-observed.ts'
import { sarifReport } from '../lint/sarif-report.ts'
import { textReport } from '../lint/text-report.ts'
import { parseDuration } from '../options/duration.ts'
import { filesOption, selectionOptions } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'
import { timeOf } from '../source/world-options.ts'
import { suggestion } from '../suggestion.ts'
import type { Shown } from '../terminal/terminal-text.ts'
import { programVersion } from './version.ts'

const outputs = ['text', 'json', 'sarif'] as const

export const lint: Command = {
  name: 'lint',
  summary: 'Check whether conditions and definitions keep the conventions',
  usage: [
    'lint -f FILE|DIR|- … [-o text|json|sarif] [--rule NAME] [--ignore NAME] [--max-warnings N]',
    'lint KIND | KIND/NAME… | -n NAMESPACE | -A [--watch DURATION] [OPTIONS]',
  ],
  description: [
    'Looks at conditions, generations, phases and CustomResourceDefinitions, and says for each finding why it matters and what helps.',
    'An object that comes more than once in the input, or that changes while --watch looks, is also checked for times that move without need.',
    'Ends with 1 where there is an error, or more warnings than --max-warnings allows. docs/lint/README.md explains every rule.',
  ].join('\n'),
  examples: [
    { does: 'what a controller left in its objects', line: 'lint databases.example.com -A' },
    { does: 'the definitions of a project, for code scanning', line: 'lint -f config/crd/ -o sarif' },
    { does: 'whether times move that should not', line: 'lint machines -A --watch 2m' },
    { does: 'without some rules', line: 'lint -f objects.yaml --ignore unknown-polarity,no-summary' },
  ],
  options: {
    ...clusterOptions,
    filename: filesOption(),
    ...selectionOptions('In all namespaces; without a kind: everything'),
    watch: { type: 'string', value: 'DURATION', help: 'Look for so long, and check what changes meanwhile' },
    at: { type: 'string', value: 'TIME', help: 'As of this time (RFC 3339; default: now)' },
    output: { type: 'string', short: 'o', value: 'FORMAT', help: 'text (default), json or sarif' },
    rule: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'Only this rule; may be given several times',
    },
    ignore: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'Without this rule; may be given several times',
    },
    'max-warnings': {
      type: 'string',
      value: 'N',
      help: 'End with 1 where there are more warnings (default: any number)',
    },
  },
  async run(call, context) {
    const output = parseOutput(call, outputs) ?? 'text'
    const rules = chosenRules(call)
    const mostWarnings = parseMost(call)
    const { objects, collected } = await observe(call, context)
    const report = lintObserved(objects, {
      now: timeOf(call, context, collected),
      rules,
      families: await loadFamilies(context.families),
    })
    for (const line of printed(report, output, context)) context.print(line)
    return exitCode(report, mostWarnings)
  },
}

interface Seen {
  readonly objects: readonly ObservedObject[]
  /** How files were collected, where they are the bundle of a server. */
  readonly collected?: Collected
}

async function observe(call: Call, context: Context): Promise<Seen> {
  const paths = call.options.filename as readonly string[] | undefined
  if (paths !== undefined) {
    if (call.words.length > 0 || call.options.watch !== undefined)
      throw new CommandError(2, '-f reads files: leave out what to read from a server')
    const found = await readObserved(paths, context)
    if (found.length === 0)
      throw new CommandError(1, `There are no Kubernetes objects in ${paths.join(', ')}`)
    const collected = collectedIn(found.map(({ object }) => object))
    return collected === undefined ? { objects: found } : { objects: found.filter(isOnServer), collected }
  }
  const forMs = parseDuration(call, 'watch', 0)
  const { connection, namespace } = await openCluster(call, context)
  try {
    const asked = interruptible(connection, context)
    const selections = await selectionsToLint(call, {
      connection: asked,
      discovered: await discover(asked),
      namespace,
    })
    const objects =
      forMs > 0
        ? await watchLive(connection, selections, { forMs, context })
        : await readLive(asked, selections, context)
    return { objects }
  } finally {
    connection.close()
  }
}

// Of a bundle, what would be looked at on the server from which it was collected.
const isOnServer = ({ object }: ObservedObject): boolean =>
  isLinted(object) && clusterOf(object) === managementCluster && groupOf(object.apiVersion) !== factGroup

function printed(report: LintReport, output: (typeof outputs)[number], context: Context): readonly Shown[] {
  switch (output) {
    case 'json':
      return formatJson(jsonReport(report)).split('\n')
    case 'sarif':
      return formatJson(sarifReport(report, programVersion())).split('\n')
    case 'text':
      return textReport(report, context.width)
  }
}

function parseMost({ options }: Call): number {
  const text = options['max-warnings']
  if (text === undefined) return Number.POSITIVE_INFINITY
  if (/^\d+$/.test(String(text))) return Number(text)
  throw new CommandError(2, `--max-warnings takes a number, not ${JSON.stringify(text)}`)
}

function exitCode({ findings }: LintReport, mostWarnings: number): ExitCode {
  const count = (severity: string): number => findings.filter(({ rule }) => rule.severity === severity).length
  return count('error') > 0 || count('warning') > mostWarnings ? 1 : 0
}

/** The rules that were asked for: all, or those of `--rule`, without those of `--ignore`. A name that is none is refused. */
function chosenRules({ options }: Call): readonly LintRule[] {
  const wanted = namesIn(options.rule)
  const ignored = namesIn(options.ignore)
  return lintRules.filter(({ id }) => (wanted.length === 0 || wanted.includes(id)) && !ignored.includes(id))
}

function namesIn(option: Call['options'][string]): readonly string[] {
  if (!Array.isArray(option)) return []
  const names = option.flatMap((text: string) => text.split(',')).filter((name) => name !== '')
  const ids = lintRules.map(({ id }) => id)
  for (const name of names) {
    if (ids.includes(name)) continue
    const meant = suggestion(name, ids)
    const hint = meant === undefined ? 'docs/lint/README.md lists them' : `did you mean ${meant}?`
    throw new CommandError(2, `There is no rule ${JSON.stringify(name)}; ${hint}`)
  }
  return names
}
