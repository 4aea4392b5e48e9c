import { realTiming, startReflector } from '@sitrep/controller'
import type { Connection, ServedResource } from '@sitrep/controller/connection'
import { type Call, CommandError, type Context } from '../command.ts'
import {
  missingPermission,
  readSelection,
  readSelections,
  type Selection,
  type SelectionPlace,
  scopeOf,
} from '../source/selection.ts'
import { namespaceFor } from '../source/target.ts'
import { Warnings } from '../terminal/warnings.ts'
import type { ObservedObject } from './observed-object.ts'

// They hold no conditions, and some of them hold secrets or change all the time.
const unread: ReadonlySet<string> = new Set([
  'ClusterRole',
  'ClusterRoleBinding',
  'ConfigMap',
  'ControllerRevision',
  'EndpointSlice',
  'Endpoints',
  'Event',
  'Lease',
  'Role',
  'RoleBinding',
  'Secret',
  'ServiceAccount',
])

/** Whether objects of a kind can have conditions, so that they are looked at where nobody names a kind. */
export const isLinted = ({ kind }: { readonly kind: string }): boolean => !unread.has(kind)

/** What was meant on a server: what was named, or all kinds that can have conditions. */
export async function selectionsToLint(call: Call, place: SelectionPlace): Promise<readonly Selection[]> {
  if (call.words.length > 0) return readSelections(call, place)
  const { discovered, namespace } = place
  const everywhere = call.options['all-namespaces'] === true
  if (!everywhere && call.options.namespace === undefined)
    throw new CommandError(2, 'Name what to look at: -f FILE, KIND, KIND/NAME, -n NAMESPACE or -A')
  const within = namespaceFor(call.options, namespace)
  return discovered.all
    .filter((resource) => isLinted(resource) && (everywhere || resource.namespaced))
    .map((resource) => ({
      resource,
      ...(within !== undefined && { namespace: within }),
      ...(typeof call.options.selector === 'string' && { labelSelector: call.options.selector }),
    }))
}

/** Reads all objects once. What may not be read is said, and the rest goes on, unless nothing is left. */
export async function readLive(
  connection: Connection,
  selections: readonly Selection[],
  context: Pick<Context, 'complain'>,
): Promise<readonly ObservedObject[]> {
  const warnings = new Warnings(context)
  const found: ObservedObject[] = []
  let refused = 0
  for (const selection of selections) {
    try {
      const objects = await readSelection(connection, selection)
      if (objects.length === 0 && selection.name !== undefined) throw new CommandError(1, absence(selection))
      for (const object of objects) found.push({ object })
    } catch (error) {
      const missing = missingPermission(selection, error)
      if (missing === undefined) throw error
      refused++
      warnings.add(missing)
    }
  }
  warnings.end()
  if (refused > 0 && refused === selections.length)
    throw new CommandError(3, 'Nothing of what was named may be read')
  return found
}

const absence = ({ resource, name, namespace }: Selection): string =>
  `There is no ${resource.kind} ${name}${namespace === undefined ? '' : ` in namespace ${namespace}`}`

// A longer timer would go off at once.
const longestTimer = 2 ** 31 - 1

/** Watches for a while: every version of every object that comes by. Where nothing could be read all that time there is no answer. */
export async function watchLive(
  connection: Connection,
  selections: readonly Selection[],
  { forMs, context }: { readonly forMs: number; readonly context: Pick<Context, 'complain' | 'interrupted'> },
): Promise<readonly ObservedObject[]> {
  const found: ObservedObject[] = []
  const said = new Set<ServedResource>()
  const read = new Set<Selection>()
  const reflectors = selections.map((selection) =>
    startReflector({
      connection,
      resource: selection.resource,
      scope: scopeOf(selection),
      timing: realTiming,
      onChanges: (changes) => {
        for (const change of changes) if ('object' in change) found.push({ object: change.object })
      },
      onState: (state) => {
        if (state.read) read.add(selection)
        if (state.read || said.has(selection.resource)) return
        said.add(selection.resource)
        context.complain(missingPermission(selection, state.error) ?? state.why)
      },
    }),
  )
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(forMs, longestTimer))
    context.interrupted.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  await Promise.all(reflectors.map((reflector) => reflector.stop()))
  if (read.size === 0) throw new CommandError(3, 'Nothing of what was named could be read')
  return found
}
