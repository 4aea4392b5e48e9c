import { discover } from '@sitrep/controller/connection'
import { type Cascade, cascades, deleteAll } from '../apply/deletion/delete-stage.ts'
import { planDeletion } from '../apply/deletion/delete-targets.ts'
import { steadyTiming, timeLimit } from '../apply/follow/time-limit.ts'
import { followLeaving } from '../apply/follow-leaving.ts'
import { resumeLine } from '../apply/resume-line.ts'
import { subjectOf } from '../apply/show/event.ts'
import { openReporter } from '../apply/show/reporter.ts'
import { interruptible } from '../cluster/interruptible.ts'
import { clusterOptions, openCluster } from '../cluster/open-cluster.ts'
import { type Call, type Command, CommandError } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { filesOption, namespaceOption } from '../options/general-options.ts'
import { parseDryRun, parseOutput } from '../options/option-values.ts'

export const deleteCommand: Command = {
  name: 'delete',
  summary: 'Delete objects and follow them until they are gone',
  usage: [
    'delete KIND/NAME… [-n NAMESPACE] [--wait] [--timeout 30m] [--cascade background|foreground|orphan] [--dry-run client|server] [-o json]',
    'delete -f FILE|DIR|- … [--wait] [--timeout 30m] [--dry-run client|server] [-o json]',
  ],
  description: [
    'With --wait, tells what is still there and what holds it: drains, hooks, finalizers.',
    'Of the objects in a file clusters go first, and what they rest on goes once they are gone.',
    'Exit codes: 0 deleted, 1 refused or still there when the time was over, 2 wrong usage, 3 could not find out.',
  ].join('\n'),
  examples: [
    { does: 'delete a cluster and see what holds it up', line: 'delete cluster/prod -n team --wait' },
    { does: 'delete all that a file describes', line: 'delete -f cluster.yaml --wait --timeout 1h' },
  ],
  options: {
    ...clusterOptions,
    filename: filesOption('A file, the files of a folder, an https address, or - for standard input'),
    namespace: namespaceOption(),
    cascade: {
      type: 'string',
      value: 'HOW',
      help: 'background (default), foreground, or orphan: what becomes of what it owns',
    },
    'ignore-not-found': { type: 'boolean', help: 'An object that is not there is fine' },
    'dry-run': {
      type: 'string',
      value: 'WHERE',
      help: 'Delete nothing: client looks whether it is there, server asks whether it may be deleted',
    },
    wait: { type: 'boolean', help: 'Follow it until it is gone' },
    timeout: { type: 'string', value: 'TIME', help: 'How long to wait (default 30m; 0: look once)' },
    output: { type: 'string', short: 'o', value: 'json', help: 'Print one JSON object a line' },
  },
  async run(call, context) {
    const output = parseOutput(call, ['json'])
    const cascade = cascadeOf(call)
    const dryRun = parseDryRun(call)
    const limit = timeLimit(call, steadyTiming)
    const families = await loadFamilies(context.families)
    const { connection, namespace } = await openCluster(call, context)
    const reporter = openReporter(context, output)
    try {
      const asked = interruptible(connection, context)
      const discovered = await discover(asked)
      const { stages, absent } = await planDeletion(call, context, {
        discovered,
        connection: asked,
        namespace,
        families,
      })
      for (const stage of stages) {
        const leaving = await deleteAll(stage, {
          connection,
          cascade,
          absent,
          signal: context.interrupted,
          ...(dryRun && { dryRun }),
          onDeleting: (object) =>
            reporter.tell({ event: 'deleting', object: subjectOf(object), ...(dryRun && { dryRun }) }),
          onAbsent: ({ subject }) => reporter.tell({ event: 'absent', object: subject }),
        })
        if (call.options.wait !== true || leaving.length === 0) continue
        const following = { call, context, connection, discovered, reporter, limit, families }
        const code = await followLeaving(leaving, following)
        if (code !== 0) return code
      }
      return 0
    } catch (error) {
      // Whatever a request that was cut off says, the person knows why it was.
      if (!context.interrupted.aborted) throw error
      reporter.tell({ event: 'interrupted', resume: resumeLine('delete', call) })
      return 3
    } finally {
      reporter.settle()
      connection.close()
    }
  },
}

function cascadeOf({ options }: Call): Cascade {
  const cascade = cascades.find((candidate) => candidate === (options.cascade ?? 'background'))
  if (cascade !== undefined) return cascade
  throw new CommandError(2, `--cascade takes ${cascades.join(', ')}, not ${JSON.stringify(options.cascade)}`)
}
