import { realTiming } from '@sitrep/controller'
import { placeOf, type ReadDocument } from '../apply/documents/document.ts'
import { readDocuments } from '../apply/documents/read-documents.ts'
import { type KubeconfigPlace, refuseBadPlace } from '../apply/follow/kubeconfig-place.ts'
import { followApplied } from '../apply/follow-applied.ts'
import { type FollowedFamily, followingOf } from '../apply/following-of.ts'
import { resumeLine } from '../apply/resume-line.ts'
import { subjectOf } from '../apply/show/event.ts'
import { openReporter, type Reporter } from '../apply/show/reporter.ts'
import { Warnings } from '../apply/show/warnings.ts'
import { RefusedDocuments, submit } from '../apply/submit/submit.ts'
import { controllerApiOptions } from '../cluster/controller-api.ts'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { parseDuration } from '../options/duration.ts'
import { filesOption, namespaceOption } from '../options/general-options.ts'
import { parseDryRun, parseOutput } from '../options/option-values.ts'

export const apply: Command = {
  name: 'apply',
  summary: 'Apply objects from files and follow clusters until they are ready',
  usage: [
    'apply -f FILE|DIR|- … [-n NAMESPACE] [--dry-run client|server] [--force-conflicts] [-o json]',
    'apply -f FILE|DIR|- … --wait [--timeout 30m] [--fail-after 60s] [--kubeconfig-out FILE] [-o json]',
  ],
  description: [
    'The server is asked about every document before the first is written: one that it would refuse stops all of them.',
    'With --wait, clusters of Cluster API and EKS Anywhere are followed to the end, and their kubeconfig is written as soon as it leads somewhere.',
    'An error that does not go away ends the wait early. Stopping it undoes nothing; the same command goes on.',
    'Exit codes: 0 all is applied and ready, 1 refused, failed or not ready in time, 2 wrong usage, 3 could not find out.',
  ].join('\n'),
  examples: [
    { does: 'create a cluster and wait for it', line: 'apply -f cluster.yaml --wait' },
    {
      does: 'the same in a pipeline, one JSON object a line',
      line: 'apply -f cluster.yaml --wait --timeout 1h -o json',
    },
    { does: 'what it would change, as the server says', line: 'apply -f cluster.yaml --dry-run server' },
  ],
  options: {
    ...clusterOptions,
    ...controllerApiOptions,
    filename: filesOption('A file, the files of a folder, an https address, or - for standard input'),
    namespace: namespaceOption('For objects that name none (default: that of the context)'),
    'force-conflicts': { type: 'boolean', help: 'Take over fields that somebody else has set' },
    'dry-run': {
      type: 'string',
      value: 'WHERE',
      help: 'Write nothing: client reads the files only, server asks what each document would change',
    },
    wait: { type: 'boolean', help: 'Follow the clusters until they are ready' },
    timeout: { type: 'string', value: 'TIME', help: 'How long to wait (default 30m; 0: look once)' },
    'fail-after': {
      type: 'string',
      value: 'TIME',
      help: 'How long an error must stand unchanged to end the wait (default 60s)',
    },
    'kubeconfig-out': {
      type: 'string',
      value: 'FILE',
      help: 'Where to write the kubeconfig (default NAME.kubeconfig, here)',
    },
    output: { type: 'string', short: 'o', value: 'json', help: 'Print one JSON object a line' },
  },
  async run(call, context) {
    const paths = call.options.filename as readonly string[] | undefined
    if (paths === undefined || call.words.length > 0)
      throw new CommandError(2, 'Name what to apply: sitrep apply -f FILE')
    for (const name of ['timeout', 'fail-after']) parseDuration(call, name, 1)
    const output = parseOutput(call, ['json'])
    const dryRun = parseDryRun(call)
    const out = call.options['kubeconfig-out']
    const place = { out: typeof out === 'string' ? out : undefined, cwd: context.cwd }
    const documents = await readDocuments(paths, context)
    const objects = documents.map(({ object }) => object)
    const families = await loadFamilies(context.families)
    if (dryRun === 'client') return tellRead(documents, openReporter(context, output))
    if (call.options.wait === true)
      refuseBadPlace(
        objects.filter((object) => followingOf(families, object)?.kubeconfig !== undefined),
        place,
      )
    try {
      return await applyAll(documents, { call, context, output, place, families })
    } catch (error) {
      if (!(error instanceof RefusedDocuments)) throw error
      // For people it stands apart from the output, line by line.
      if (output === 'json') openReporter(context, output).tell({ event: 'refused', why: error.lines })
      for (const line of error.lines) context.complain(line)
      return error.exitCode
    }
  },
}

// Without the server nobody knows more than that they can be read.
function tellRead(documents: readonly ReadDocument[], reporter: Reporter): ExitCode {
  for (const document of documents)
    reporter.tell({
      event: 'applied',
      object: subjectOf(document.object),
      result: 'well-formed',
      from: placeOf(document),
      dryRun: 'client',
    })
  reporter.settle()
  return 0
}

interface Asked {
  readonly call: Call
  readonly context: Context
  readonly output: 'json' | undefined
  readonly place: KubeconfigPlace
  readonly families: readonly FollowedFamily[]
}

async function applyAll(
  documents: readonly ReadDocument[],
  { call, context, output, place, families }: Asked,
): Promise<ExitCode> {
  const { connection, namespace } = await openCluster(call, context)
  const reporter = openReporter(context, output)
  const only = call.options.namespace
  const dryRun = parseDryRun(call)
  const warnings = new Warnings(reporter)
  try {
    const applied = await submit(documents, {
      connection,
      timing: realTiming,
      signal: context.interrupted,
      namespace,
      families,
      ...(typeof only === 'string' && { only }),
      force: call.options['force-conflicts'] === true,
      onApplied: ({ placed, object, result }) =>
        reporter.tell({
          event: 'applied',
          object: subjectOf(object),
          result,
          from: placeOf(placed.document),
          ...(dryRun && { dryRun }),
        }),
      rehearsal: dryRun !== undefined,
      onWarning: warnings.tell,
    })
    warnings.end(context)
    if (call.options.wait !== true) return 0
    return await followApplied(applied, { call, context, connection, reporter, place, families })
  } catch (error) {
    // Whatever a request that was cut off says, the person knows why it was.
    if (!context.interrupted.aborted) throw error
    reporter.tell({ event: 'interrupted', resume: resumeLine('apply', call) })
    return 3
  } finally {
    reporter.settle()
    connection.close()
  }
}
