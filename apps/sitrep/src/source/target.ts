import type { Discovered, ServedResource } from '@sitrep/controller/connection'
import { CommandError } from '../command.ts'

/** What was named on the command line: a resource, and perhaps names of its objects. */
export interface Target {
  readonly resource: ServedResource
  readonly names: readonly string[]
}

/** Reads `KIND`, `KIND NAME…` and `KIND/NAME…`. An unknown or ambiguous kind is answered with what is there. */
export function parseTargets(words: readonly string[], discovered: Discovered): readonly Target[] {
  const [first, ...rest] = words
  if (first === undefined) throw new CommandError(2, 'Name a kind, for example clusters')
  if (!first.includes('/')) return [{ resource: resourceFor(first, discovered), names: rest }]
  return words.map((word) => {
    const [kind = '', name = '', ...more] = word.split('/')
    if (name === '' || more.length > 0)
      throw new CommandError(2, `${JSON.stringify(word)} is not of the form KIND/NAME`)
    return { resource: resourceFor(kind, discovered), names: [name] }
  })
}

function resourceFor(typed: string, discovered: Discovered): ServedResource {
  const found = discovered.find(typed)
  const [only, other] = found
  if (only !== undefined && other === undefined) return only
  if (only === undefined)
    throw new CommandError(
      2,
      `The server does not serve ${JSON.stringify(typed)}; kubectl api-resources lists what it does`,
    )
  // As kubectl does: what stands first in discovery is meant; the others must be named with their group.
  return only
}

/** The namespace that is meant: all, the named one, or that of the context. */
export function namespaceFor(
  options: Readonly<Record<string, unknown>>,
  context: string,
): string | undefined {
  if (options['all-namespaces'] === true) return undefined
  return typeof options.namespace === 'string' ? options.namespace : context
}
