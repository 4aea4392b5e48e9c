import {
  type Connection,
  ControllerError,
  type Discovered,
  listPages,
  type ResourceScope,
  type ServedResource,
} from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { type Call, CommandError } from '../command.ts'
import { namespaceFor, parseTargets, resolveTargets } from './target.ts'

/** Some objects of one resource: one by its name, or all in a namespace, perhaps only those with certain labels. */
export interface Selection {
  readonly resource: ServedResource
  readonly namespace?: string
  readonly name?: string
  readonly labelSelector?: string
}

/** Where what was named is looked for. */
export interface SelectionPlace {
  readonly connection: Connection
  readonly discovered: Discovered
  /** That of the context, where none is named. */
  readonly namespace: string
  /** Whether an object that is not there yet may be meant. */
  readonly absent?: 'awaited'
}

/** What was named on the command line, a selection for each name. */
export async function readSelections(
  { words, options }: Call,
  { connection, discovered, namespace: usual, absent }: SelectionPlace,
): Promise<readonly Selection[]> {
  const named = namespaceFor(options, usual)
  const targets = await resolveTargets(parseTargets(words, discovered), {
    connection,
    namespace: named,
    ...(absent && { absent }),
  })
  return targets.flatMap(({ resource, names }): readonly Selection[] => {
    const within = resource.namespaced ? named : undefined
    const scope = { resource, ...(within !== undefined && { namespace: within }) }
    if (names.length === 0)
      return [{ ...scope, ...(typeof options.selector === 'string' && { labelSelector: options.selector }) }]
    if (options.selector !== undefined) throw new CommandError(2, '-l selects objects; leave out their names')
    if (resource.namespaced && within === undefined)
      throw new CommandError(2, 'An object that is named lies in one namespace: use -n instead of -A')
    return names.map((name) => ({ ...scope, name }))
  })
}

/** The query by which a server shows only the objects that are meant. */
export const scopeOf = ({ namespace, name, labelSelector }: Selection): ResourceScope => ({
  ...(namespace !== undefined && { namespace }),
  ...(name !== undefined && { fieldSelector: `metadata.name=${name}` }),
  ...(labelSelector !== undefined && { labelSelector }),
})

/** All objects of a selection, page by page. */
export async function readSelection(
  connection: Connection,
  selection: Selection,
): Promise<readonly KubeObject[]> {
  const objects: KubeObject[] = []
  for await (const page of listPages(connection, selection.resource, scopeOf(selection)))
    for (const object of page) objects.push(object)
  return objects
}

/** What would have to be allowed, for a server that refuses. */
export function missingPermission({ resource, namespace }: Selection, error: unknown): string | undefined {
  if (!(error instanceof ControllerError) || (error.code !== 'forbidden' && error.code !== 'unauthorized'))
    return undefined
  if (error.code === 'unauthorized') return `The server does not accept these credentials: ${error.message}`
  const { plural, group } = resource
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`
  return `Not allowed: list and watch ${plural}${group === '' ? '' : `.${group}`}${where}`
}
