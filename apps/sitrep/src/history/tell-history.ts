import { type Connection, discover } from '@sitrep/controller/connection'
import { findControllerApi } from '../cluster/controller-api.ts'
import { interruptible } from '../cluster/interruptible.ts'
import { openCluster } from '../cluster/open-cluster.ts'
import { type Call, CommandError, type Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { parseName } from '../source/find-object.ts'
import { readSelections, type Selection } from '../source/selection.ts'
import { historyFromFile } from './from-file.ts'
import { historyFromObject } from './from-object.ts'
import type { ToldHistory } from './told-history.ts'

/** Asks whoever remembers most: a folder that was named, a running controller, else the object itself. */
export async function tellHistory(call: Call, context: Context, since: number): Promise<ToldHistory> {
  const { words, options } = call
  parseName(words)
  if (typeof options.data === 'string') {
    const { dataFolder } = await import('../options/data-folder.ts')
    const namespace = typeof options.namespace === 'string' ? options.namespace : 'default'
    const families = await loadFamilies(context.families)
    return historyFromFile(dataFolder(call, context), { words, namespace, since, families })
  }
  const { connection: opened, namespace } = await openCluster(call, context)
  const connection = interruptible(opened, context)
  try {
    const { kind, name } = parseName(words)
    const [selection] = await readSelections(
      { ...call, words: [`${kind}/${name}`] },
      { connection, discovered: await discover(connection), namespace },
    )
    if (selection === undefined) throw new CommandError(2, 'Name one object as KIND/NAME')
    return (
      (await fromController(connection, { ...selection, name }, { call, context, since })) ??
      (await historyFromObject(
        connection,
        { ...selection, name },
        { complain: context.complain, families: await loadFamilies(context.families) },
      ))
    )
  } finally {
    connection.close()
  }
}

interface Asking {
  readonly call: Call
  readonly context: Context
  readonly since: number
}

// A controller that has nothing to tell of an object may not know its kind: then the object tells more.
async function fromController(
  connection: Connection,
  { resource, namespace, name }: Selection & { readonly name: string },
  { call, context, since }: Asking,
): Promise<ToldHistory | undefined> {
  const api = await findControllerApi(call, context, connection)
  if (api === undefined) return undefined
  try {
    const { group, kind } = resource
    const ref = { group, kind, name, ...(namespace !== undefined && { namespace }) }
    const entries = await api.history(ref, since)
    const known = entries.length > 0 || (await api.status(ref)) !== undefined
    return known ? { ref, teller: 'controller', entries } : undefined
  } finally {
    api.close()
  }
}
