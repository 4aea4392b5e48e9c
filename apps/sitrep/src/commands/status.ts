import { isDeepStrictEqual } from 'node:util'
import { layTable, safeText, span } from '@sitrep/present'
import { type Catalog, formatRef, type KindRef, type KubeObject, namedKinds, withGiven } from '@sitrep/status'
import { type JudgeOptions, judge, kindsWithoutStatus, type Verdict } from '@sitrep/verdict'
import { collectedIn } from '../collect/bundle.ts'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { catalogOf, spokenIn } from '../families/spoken.ts'
import { filesOption, wholeOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'
import { nameForm, templateForms, templatePrinter } from '../output/object-template.ts'
import { statusDiff } from '../output/status-diff.ts'
import { sureness, verdictSpan } from '../output/verdict-meaning.ts'
import { type ComputedObject, computeWorld } from '../source/computed-world.ts'
import { readFiles } from '../source/read-files.ts'
import { tellUncomputed } from '../source/uncomputed.ts'
import { languagesIn, lookedIn, timeOf } from '../source/world-options.ts'

const outputs = ['yaml', 'json', 'table', 'diff', 'name'] as const
type Output = (typeof outputs)[number]

export const status: Command = {
  name: 'status',
  summary: 'Compute the status of objects in files; no cluster needed',
  usage: [
    'status -f FILE|DIR|- … [--at TIME] [--profile proposal|released] [-o table|yaml|json|diff|name|jsonpath=TEMPLATE|custom-columns=SPEC] [--given KIND …] [--whole] [--reported]',
  ],
  description: [
    'Reads manifests, lists, cluster dumps, must-gather folders and support bundles, also packed (.tar.gz). Objects of a workload cluster carry the annotation',
    'sitrep.dev/cluster: <namespace>/<name>. Each object is answered in the version in which it came. -o json prints { "items": [ { apiVersion, kind, namespace, name, status, verdict } ] } in the order of the input.',
  ].join('\n'),
  examples: [
    { does: 'judge everything in a support bundle', line: 'status -f bundle/' },
    { does: 'what kubectl prints, as of a time', line: 'status -f - --at 2026-01-01T12:00:00Z' },
    { does: 'what Sitrep would say differently', line: 'status -f objects.yaml -o diff' },
    {
      does: 'take the status of some kinds as it stands, whoever wrote it',
      line: 'status -f objects.yaml --given Machine --given MachineSet',
    },
    { does: 'judge what the objects themselves report', line: 'status -f objects.yaml --reported' },
  ],
  settings: true,
  options: {
    filename: filesOption(
      'A file, folder, archive (.tar.gz) or https address, or - for standard input; may be given several times',
    ),
    at: {
      type: 'string',
      value: 'TIME',
      help: 'Compute as of this time (RFC 3339; default: now, of a bundle when it was collected)',
    },
    profile: {
      type: 'string',
      value: 'NAME',
      help: 'proposal or released (default: as the bundle is; released for other files)',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FORMAT',
      help: 'table (default), yaml, json, diff, name, jsonpath=TEMPLATE or custom-columns=SPEC',
    },
    given: {
      type: 'string',
      multiple: true,
      value: 'KIND',
      help: 'Compute nothing of this kind (KIND or KIND.GROUP): its status stands as it was read; may be given several times',
    },
    whole: wholeOption,
    reported: { type: 'boolean', help: 'Judge what the objects report instead of computing it' },
  },
  async run(call, context) {
    const paths = call.options.filename as readonly string[] | undefined
    if (paths === undefined) throw new CommandError(2, 'Name what to read: sitrep status -f FILE')
    const template = templatePrinter(call.options.output)
    const output = template === undefined ? (parseOutput(call, outputs, templateForms) ?? 'table') : 'table'
    const found = await readFiles(paths, context)
    const collected = collectedIn(found.map(({ object }) => object))
    const at = timeOf(call, context, collected)
    if (found.length === 0)
      throw new CommandError(1, `There are no Kubernetes objects in ${paths.join(', ')}`)
    const families = await loadFamilies(context.families)
    const languages = languagesIn(call, collected)
    const catalog = heldIn(call, await catalogOf(spokenIn(call, families, languages)))
    const world = computeWorld(found, { catalog, at, looked: lookedIn(call) })
    await tellUncomputed(world, { families, languages }, context)
    const { objects } = world
    const which = call.options.reported === true ? 'reported' : 'computed'
    const withoutStatus = kindsWithoutStatus(objects.map(({ reported }) => reported))
    const judged = objects.map((each) => judgedObject(each, which, { now: at, families, withoutStatus }))
    if (template === undefined) return printers[output](judged, context)
    const shown = judged.map((each) => each.shown)
    for (const line of template(shown, { headings: true })) context.print(safeText(line))
    return 0
  },
}

/** The catalog without the kinds whose status is to stand as it was read. One of which nothing is computed is wrong usage: nothing would change. */
function heldIn({ options }: Call, catalog: Catalog): Catalog {
  const given = (options['given'] as readonly string[] | undefined) ?? []
  const isNamed = (name: string, { group, kind }: KindRef): boolean =>
    name === kind || name === `${kind}.${group}`
  const kinds = namedKinds(catalog)
  const unknown = given.find((name) => !kinds.some((kind) => isNamed(name, kind)))
  if (unknown !== undefined)
    throw new CommandError(
      2,
      `--given ${unknown}: nothing is computed of such a kind; of these something is: ${kinds.map(({ kind }) => kind).join(', ')}`,
    )
  return withGiven(catalog, (kind) => given.some((name) => isNamed(name, kind)))
}

interface Judged extends ComputedObject {
  readonly shown: KubeObject
  readonly verdict: Verdict
}

function judgedObject(each: ComputedObject, which: 'reported' | 'computed', judging: JudgeOptions): Judged {
  const verdict = judge(each[which], judging)
  const shown = which === 'reported' ? each.reported : each.written
  if (each.decided || !isUnapplied(each.reported)) return { ...each, shown, verdict }
  const sentence = `Not applied yet: ${formatRef(each.ref)} has neither a uid nor a status`
  return {
    ...each,
    shown,
    verdict: { ...verdict, sentence: verdict.word === 'Unknown' ? sentence : verdict.sentence },
  }
}

// A server gives every object a uid and a version; what has neither is a manifest, and no failure.
const isUnapplied = ({ metadata, status: reported }: KubeObject): boolean =>
  metadata.uid === undefined && metadata.resourceVersion === undefined && reported === undefined

type Printer = (judged: readonly Judged[], context: Context) => Promise<ExitCode>

const printers: Readonly<Record<Output, Printer>> = {
  json: async (judged, { document }) => {
    document(formatJson({ items: judged.map(item) }))
    return 0
  },
  name: async (judged, { print }) => {
    for (const { shown } of judged) print(nameForm(shown))
    return 0
  },
  yaml: async (judged, { document }) => {
    const { formatYaml } = await import('../output/format-yaml.ts')
    document(judged.map(({ shown }) => formatYaml(shown)).join('\n---\n'))
    return 0
  },
  table: async (judged, context) => {
    const rows = judged.map(({ ref, verdict }) => [
      span(formatRef(ref)),
      verdictSpan(verdict),
      span(withoutSubject(verdict.sentence, formatRef(ref))),
    ])
    const table = { columns: ['Object', 'Verdict', 'Why'], rows }
    for (const line of layTable(table, context.width === undefined ? {} : { width: context.width }))
      context.print(line)
    if (judged.some(({ verdict }) => sureness(verdict) === ' ~'))
      context.print([span('~ judged by generic rules: nothing is known about this kind', 'muted')])
    if (judged.some(({ verdict }) => verdict.confidence === 'guess'))
      context.print([span('? no more than a guess', 'muted')])
    return 0
  },
  diff: async (judged, context) => {
    const differing = judged.filter(
      ({ decided, reported, written }) => decided && !isDeepStrictEqual(reported.status, written.status),
    )
    for (const { ref, reported, written } of differing) {
      context.print([span(formatRef(ref), 'heading')])
      for (const line of statusDiff(reported.status, written.status)) context.print(line)
    }
    if (differing.length === 0) context.complain('What is reported is what Sitrep computes')
    return differing.length === 0 ? 0 : 1
  },
}

// The object stands in the first column already, and the word in the second.
const withoutSubject = (sentence: string, subject: string): string =>
  sentence.startsWith(`${subject} is `)
    ? sentence.slice(sentence.indexOf(': ', subject.length) + 2)
    : sentence

const item = ({ shown, verdict }: Judged) => ({
  apiVersion: shown.apiVersion,
  kind: shown.kind,
  ...(shown.metadata.namespace !== undefined && { namespace: shown.metadata.namespace }),
  name: shown.metadata.name,
  status: shown.status ?? {},
  verdict: {
    word: verdict.word,
    sentence: verdict.sentence,
    confidence: verdict.confidence,
    ...(verdict.missing !== undefined && { missing: verdict.missing }),
    evidence: verdict.evidence,
  },
})
