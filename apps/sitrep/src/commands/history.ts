import {
  ageOf,
  layTable,
  span,
  type TimelineRow,
  timelineRows,
  timelineSummary,
  timelineTable,
} from '@sitrep/present'
import { formatRef } from '@sitrep/status'
import { controllerApiOptions } from '../cluster/controller-api.ts'
import { clusterOptions } from '../cluster/open-cluster.ts'
import type { Command, Context } from '../command.ts'
import { tellHistory } from '../history/tell-history.ts'
import type { ToldHistory } from '../history/told-history.ts'
import { parseDuration } from '../options/duration.ts'
import { jsonOption, namespaceOption } from '../options/general-options.ts'
import { parseOutput } from '../options/option-values.ts'
import { formatJson } from '../output/format-json.ts'

export const history: Command = {
  name: 'history',
  summary: 'Tell what changed, when, and for how long',
  usage: ['history KIND/NAME [--since DURATION] [--condition TYPE] [-n NAMESPACE] [-o json]'],
  description: [
    'A running sitrep up or run is asked, which remembers every transition. Without one the object and its Events tell what they still know:',
    'of each condition the last transition. --data reads what sitrep up wrote down, also when it has stopped.',
    '-o json prints { ref, teller, items: [ { at, type, from, to, reason, message, seconds, current } ] }.',
  ].join('\n'),
  examples: [
    { does: 'what happened to a cluster', line: 'history cluster/prod' },
    {
      does: 'one condition, today',
      line: 'history machine/prod-md-0-x7k2p --condition NodeHealthy --since 24h',
    },
    {
      does: 'after sitrep up has stopped',
      line: 'history cluster/prod --data ~/.local/share/sitrep -n demo',
    },
  ],
  options: {
    ...clusterOptions,
    ...controllerApiOptions,
    data: { type: 'string', value: 'DIR', help: 'Read the history that sitrep up wrote in this folder' },
    namespace: namespaceOption(),
    since: {
      type: 'string',
      value: 'DURATION',
      help: 'Only what happened in this time, for example 2h (default: all)',
    },
    condition: { type: 'string', value: 'TYPE', help: 'Only this condition' },
    output: jsonOption,
  },
  async run(call, context) {
    const output = parseOutput(call, ['json'])
    const now = context.now()
    const since = call.options.since === undefined ? 0 : now - parseDuration(call, 'since', 0)
    const told = await tellHistory(call, context, since)
    const wanted = call.options.condition
    const entries = told.entries.filter(
      ({ at, type }) =>
        at >= since && (typeof wanted !== 'string' || type.toLowerCase() === wanted.toLowerCase()),
    )
    const rows = timelineRows(entries, now)
    if (output === 'json') {
      const { ref, teller } = told
      context.document(formatJson({ ref, teller, items: rows.map(item) }))
    } else print(rows, told, { context, since })
    return 0
  },
}

interface Printing {
  readonly context: Context
  readonly since: number
}

function print(rows: readonly TimelineRow[], { ref, note }: ToldHistory, { context, since }: Printing): void {
  if (note !== undefined) context.complain(note)
  if (rows.length === 0) {
    const now = new Date(context.now()).toISOString()
    const when = since === 0 ? '' : ` in the last ${ageOf(new Date(since).toISOString(), now)}`
    context.complain(`Nothing is known to have happened to ${formatRef(ref)}${when}`)
    return
  }
  const layout = context.width === undefined ? {} : { width: context.width }
  for (const line of layTable(timelineTable(rows), layout)) context.print(line)
  const summary = timelineSummary(rows)
  if (summary.length > 0) context.print('')
  for (const line of summary) context.print([span(line)])
}

const item = ({ at, lastedMs, ...row }: TimelineRow) => ({
  at: new Date(at).toISOString(),
  ...row,
  ...(lastedMs !== undefined && { seconds: lastedMs / 1000 }),
})
