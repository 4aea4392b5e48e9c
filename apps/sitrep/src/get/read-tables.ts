import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { whyUnread } from '../cluster/missing-permission.ts'
import { hintFor } from '../source/search-name.ts'
import { readTable, type ServerTable } from '../source/server-table.ts'
import type { Target } from '../source/target.ts'

/** Which objects are meant. */
export interface Selection {
  /** Absent: all. */
  readonly namespace: string | undefined
  readonly selector: string | undefined
}

/** What was read of one target, and what could not be. */
export interface ReadTarget extends Target {
  readonly table: ServerTable
  /** In words for the person, with how the command ends because of it. */
  readonly failures: readonly { readonly says: string; readonly code: 1 | 3 }[]
}

/** Reads everything that was named; what is missing or forbidden is told and does not keep the rest from being shown. */
export async function readTarget(
  connection: Connection,
  target: Target,
  { namespace: wanted, selector }: Selection,
): Promise<ReadTarget> {
  const { resource, names } = target
  const namespace = resource.namespaced ? wanted : undefined
  const scope = namespace === undefined ? {} : { namespace }
  const queries =
    names.length > 0
      ? names.map((name) => ({ ...scope, name }))
      : [{ ...scope, ...(selector !== undefined && { labelSelector: selector }) }]
  const tables: ServerTable[] = []
  const failures: ReadTarget['failures'][number][] = []
  await Promise.all(
    queries.map(async (query, at) => {
      try {
        tables[at] = await readTable(connection, resource, query)
      } catch (error) {
        if (!(error instanceof ControllerError)) throw error
        failures.push(await failureOf(error, { connection, target, namespace, name: names[at] }))
      }
    }),
  )
  const found = tables.filter((table) => table !== undefined)
  const columnDefinitions = found.find((table) => table.columnDefinitions)?.columnDefinitions ?? null
  const rows = found.flatMap((table) => table.rows)
  return { ...target, table: { columnDefinitions, rows, metadata: found[0]?.metadata ?? {} }, failures }
}

interface Failed {
  readonly connection: Connection
  readonly target: Target
  readonly namespace: string | undefined
  readonly name: string | undefined
}

async function failureOf(
  error: ControllerError,
  { connection, target: { resource }, namespace, name }: Failed,
): Promise<ReadTarget['failures'][number]> {
  if (error.code === 'not-found' && name !== undefined) {
    const where = namespace === undefined ? '' : ` in namespace ${namespace}`
    const hint = await hintFor(connection, { resource, name, namespace })
    return { code: 1, says: `There is no ${resource.kind} ${name}${where}${hint}` }
  }
  const why = whyUnread(error, { verb: name === undefined ? 'list' : 'get', resource, namespace })
  return { code: 3, says: `${resource.plural} could not be read: ${why}` }
}
