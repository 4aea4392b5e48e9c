import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from '@sitrep/controller/connection'
import type { Span } from '@sitrep/present/lines'
import type { KubeObject } from '@sitrep/status'
import type { Context } from '../command.ts'
import type { ServerRow } from '../source/server-table.ts'
import { followBlocks } from '../terminal/follow-blocks.ts'
import { followTarget, type RowChange } from './follow-target.ts'
import type { ReadTarget, Selection } from './read-tables.ts'
import { type TableLineOptions, tableLines } from './table-lines.ts'

export interface Following {
  readonly read: readonly ReadTarget[]
  readonly selection: Selection
  readonly connection: Connection
  readonly context: Context
  readonly options: Omit<TableLineOptions, 'width'>
}

/** Goes on with changes: on a terminal the tables are drawn again in place, in a pipe every change is a line. */
export async function followTables({
  read,
  selection,
  connection,
  context,
  options,
}: Following): Promise<void> {
  const state = read.map((target) => ({ target, rows: rowsOf(target.table.rows) }))
  const present = (): readonly ReadTarget[] =>
    state.map(({ target, rows }) => ({ ...target, table: { ...target.table, rows: [...rows.values()] } }))
  const follow = (onChange: (at: number, change: RowChange) => void, signal: AbortSignal): Promise<unknown> =>
    Promise.all(
      state.map((each, at) =>
        followTarget(each.target, {
          connection,
          selection,
          interrupted: signal,
          sleep: (milliseconds) => delay(milliseconds, undefined, { signal }).catch(() => {}),
          onReset: ({ table }) => {
            each.rows = rowsOf(table.rows)
            onChange(at, { gone: false, rows: table.rows })
          },
          onChange: (change) => {
            for (const row of change.rows) {
              if (change.gone) each.rows.delete(keyOf(row.object))
              else each.rows.set(keyOf(row.object), row)
            }
            onChange(at, change)
          },
        }),
      ),
    )
  if (context.width === undefined) {
    await follow(
      (at, change) => printChange(present(), { at, change, context, options }),
      context.interrupted,
    )
    return
  }
  await followBlocks({
    context,
    draw: (_, width) => tableLines(present(), { ...options, width }),
    changes: (onChange) => {
      const stopped = new AbortController()
      const following = follow(() => onChange(), stopped.signal)
      // A failure ends what is drawn; it is told when everything has been tidied up.
      following.catch(() => onChange())
      return {
        stop: async () => {
          stopped.abort()
          await following
        },
      }
    },
  })
}

interface Printed {
  readonly at: number
  readonly change: RowChange
  readonly context: Context
  readonly options: Following['options']
}

const deleted: Span = { text: '   (deleted)', meaning: 'plain' }

// Laid out with all others, so that columns stay where they were; what went is shown as it was last.
function printChange(present: readonly ReadTarget[], { at, change, context, options }: Printed): void {
  const target = present[at]
  if (target === undefined) return
  const changed = new Set(change.rows.map(({ object }) => object))
  const rows = [...target.table.rows.filter(({ object }) => !changed.has(object)), ...change.rows]
  const all = present.map((each, position) =>
    position === at ? { ...target, table: { ...target.table, rows } } : each,
  )
  const lines = tableLines(all, { ...options, width: undefined, only: (object) => changed.has(object) })
  for (const line of lines) context.print(change.gone ? [...line, deleted] : line)
}

const rowsOf = (rows: readonly ServerRow[]): Map<string, ServerRow> =>
  new Map(rows.map((row) => [keyOf(row.object), row]))

const keyOf = ({ metadata }: KubeObject): string => `${metadata.namespace ?? ''}/${metadata.name}`
