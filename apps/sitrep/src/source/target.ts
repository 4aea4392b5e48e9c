import type { Discovered, ServedResource } from '@sitrep/controller/connection'
import { CommandError } from '../command.ts'
import { suggestion } from '../registry.ts'

/** What was named on the command line: a resource, and perhaps names of its objects. */
export interface Target {
  readonly resource: ServedResource
  readonly names: readonly string[]
}

/** Reads `KIND[,KIND…]`, `KIND NAME…` and `KIND/NAME…`. An unknown kind is answered with the one that was probably meant. */
export function parseTargets(words: readonly string[], discovered: Discovered): readonly Target[] {
  const [first, ...rest] = words
  if (first === undefined) throw new CommandError(2, 'Name a kind, for example clusters')
  if (!first.includes('/')) {
    const kinds = first.split(',').filter((kind) => kind !== '')
    if (kinds.length > 1 && rest.length > 0)
      throw new CommandError(2, 'Names can be given for one kind only; use KIND/NAME for several')
    return kinds.map((kind) => ({ resource: resourceFor(kind, discovered), names: rest }))
  }
  return words.map((word) => {
    const [kind = '', name = '', ...more] = word.split('/')
    if (name === '' || more.length > 0)
      throw new CommandError(2, `${JSON.stringify(word)} is not of the form KIND/NAME`)
    return { resource: resourceFor(kind, discovered), names: [name] }
  })
}

// As kubectl does: of several groups the one that stands first in discovery is meant; the others are named with their group.
function resourceFor(typed: string, discovered: Discovered): ServedResource {
  const [found] = discovered.find(typed)
  if (found !== undefined) return found
  const meant = suggestion(
    typed.toLowerCase(),
    discovered.all.flatMap(({ plural, names }) => [plural, ...names]).filter((name) => name.length > 3),
  )
  const hint = meant === undefined ? 'kubectl api-resources lists what it does' : `did you mean ${meant}?`
  throw new CommandError(2, `The server does not serve ${JSON.stringify(typed)}; ${hint}`)
}

/** The namespace that is meant: all, the named one, or that of the context. */
export function namespaceFor(
  options: Readonly<Record<string, unknown>>,
  context: string,
): string | undefined {
  if (options['all-namespaces'] === true) return undefined
  return typeof options.namespace === 'string' ? options.namespace : context
}
