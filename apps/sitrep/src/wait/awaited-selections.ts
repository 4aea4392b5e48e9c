import type { Discovered } from '@sitrep/controller/connection'
import { groupOf } from '@sitrep/status'
import { type Call, CommandError, type Context } from '../command.ts'
import { readFiles } from '../source/read-files.ts'
import { readSelections, type Selection, type SelectionPlace } from '../source/selection.ts'

/** What was named to be waited for: objects, all of a kind, those with labels, or those that files name. */
export async function awaitedSelections(
  call: Call,
  context: Context,
  place: SelectionPlace,
): Promise<readonly Selection[]> {
  const { discovered, namespace } = place
  const paths = call.options.filename as readonly string[] | undefined
  if (paths !== undefined) return fromFiles(paths, discovered, { call, namespace, context })
  if (call.words.length === 0)
    throw new CommandError(2, 'Name what to wait for, for example sitrep wait cluster/prod --for Ready')
  const selections = await readSelections(call, { ...place, absent: 'awaited' })
  const whole = selections.find(
    ({ name, labelSelector }) => name === undefined && labelSelector === undefined,
  )
  if (whole !== undefined && call.options.all !== true)
    throw new CommandError(2, `Name ${whole.resource.plural}, or select them with -l, or take --all of them`)
  return selections
}

interface Naming {
  readonly call: Call
  readonly namespace: string
  readonly context: Context
}

async function fromFiles(
  paths: readonly string[],
  discovered: Discovered,
  { call, namespace, context }: Naming,
): Promise<readonly Selection[]> {
  if (call.words.length > 0) throw new CommandError(2, 'Either -f or names, not both')
  const within = typeof call.options.namespace === 'string' ? call.options.namespace : namespace
  const found = await readFiles(paths, context)
  if (found.length === 0) throw new CommandError(2, `There are no Kubernetes objects in ${paths.join(', ')}`)
  return found.map(({ object: { apiVersion, kind, metadata }, file }) => {
    const resource = discovered.get({ group: groupOf(apiVersion), kind })
    if (resource === undefined)
      throw new CommandError(2, `The server does not serve ${kind} of ${apiVersion}, named in ${file}`)
    return {
      resource,
      name: metadata.name,
      ...(resource.namespaced && { namespace: metadata.namespace ?? within }),
    }
  })
}
