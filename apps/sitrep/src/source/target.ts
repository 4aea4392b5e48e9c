import {
  type Connection,
  ControllerError,
  collectionPath,
  type Discovered,
  objectPath,
  parseObjectPage,
  type ServedResource,
  withQuery,
} from '@sitrep/controller/connection'
import { CommandError } from '../command.ts'
import { suggestion } from '../suggestion.ts'
import { namedAnywhere } from './search-name.ts'

/** What was named on the command line: a resource, and perhaps names of its objects. */
export interface Target {
  readonly resource: ServedResource
  readonly names: readonly string[]
  /** Kinds of the same name in other groups; the objects named may be of these. */
  readonly others?: readonly ServedResource[]
}

/** A kind as it was typed, and names of its objects; without names all of them are meant. */
export interface TypedTarget {
  readonly kind: string
  readonly names: readonly string[]
}

/** Takes `KIND[,KIND…]`, `KIND NAME…` and `KIND/NAME…` apart. */
export function typedTargets(words: readonly string[]): readonly TypedTarget[] {
  const [first, ...rest] = words
  if (first === undefined) throw new CommandError(2, 'Name a kind, for example clusters')
  if (!first.includes('/')) {
    const kinds = first.split(',').filter((kind) => kind !== '')
    if (kinds.length > 1 && rest.length > 0)
      throw new CommandError(2, 'Names can be given for one kind only; use KIND/NAME for several')
    return kinds.map((kind) => ({ kind, names: rest }))
  }
  return words.map((word) => {
    const [kind = '', name = '', ...more] = word.split('/')
    if (name === '' || more.length > 0)
      throw new CommandError(2, `${JSON.stringify(word)} is not of the form KIND/NAME`)
    return { kind, names: [name] }
  })
}

/**
 * Finds the kinds that were typed. One without names means all kinds that are called so: `clusters` are those of every group. An unknown
 * kind is answered with the one that was probably meant.
 */
export const parseTargets = (words: readonly string[], discovered: Discovered): readonly Target[] =>
  typedTargets(words).flatMap(({ kind, names }) => {
    const resources = resourcesFor(kind, discovered)
    return names.length > 0 ? [named(resources, names)] : resources.map((resource) => ({ resource, names }))
  })

type Several = readonly [ServedResource, ...ServedResource[]]

const named = ([resource, ...others]: Several, names: readonly string[]): Target =>
  others.length === 0 ? { resource, names } : { resource, names, others }

// Built-in kinds that stand in two groups are the same objects twice: of those, the one that stands first in discovery is meant.
function resourcesFor(typed: string, discovered: Discovered): Several {
  const [found, ...more] = discovered.find(typed)
  if (found !== undefined)
    return [found, ...more.filter(({ group }) => !isBuiltIn(group) && !isBuiltIn(found.group))]
  const [one, ...others] = discovered.together(typed)
  if (one !== undefined) return [one, ...others]
  const meant = suggestion(
    typed.toLowerCase(),
    discovered.all.flatMap(({ plural, names }) => [plural, ...names]).filter((name) => name.length > 3),
  )
  const hint = meant === undefined ? 'kubectl api-resources lists what it does' : `did you mean ${meant}?`
  throw new CommandError(2, `The server does not serve ${JSON.stringify(typed)}; ${hint}`)
}

const isBuiltIn = (group: string): boolean => !group.includes('.') || group.endsWith('.k8s.io')

interface ResolvingPlace {
  readonly connection: Connection
  readonly namespace: string | undefined
  /** Whether an object that is not there yet may be meant: then nobody can tell of which group it will be. */
  readonly absent?: 'awaited'
}

/** Asks the server of which group the named objects are, where several have a kind of that name. */
export async function resolveTargets(
  targets: readonly Target[],
  place: ResolvingPlace,
): Promise<readonly Target[]> {
  const resolved = targets.map(async ({ resource, names, others }) => {
    if (others === undefined) return [{ resource, names }]
    const found = await Promise.all(names.map((name) => resourceWith(name, [resource, ...others], place)))
    return found.map((each, at) => ({ resource: each, names: names.slice(at, at + 1) }))
  })
  return (await Promise.all(resolved)).flat()
}

async function resourceWith(
  name: string,
  candidates: Several,
  { connection, namespace, absent }: ResolvingPlace,
): Promise<ServedResource> {
  const here = namespace === undefined ? {} : { namespace }
  const exists = await Promise.all(
    candidates.map(async (resource) =>
      resource.namespaced && namespace === undefined
        ? (await namedAnywhere(connection, resource, name)).length > 0
        : isThere(connection, objectPath(resource, { name, ...(resource.namespaced && here) })),
    ),
  )
  const holding = candidates.filter((_, at) => exists[at])
  const [only, ...more] =
    holding.length === 0 && absent === 'awaited' ? await inUse(connection, candidates) : holding
  if (more.length > 0 || (only === undefined && absent === 'awaited')) {
    const kinds = candidates.map(({ plural, group }) => `${plural}.${group}/${name}`)
    throw new CommandError(2, `There are several kinds of this name: use ${kinds.join(' or ')}`)
  }
  return only ?? candidates[0]
}

// What comes will most likely be of the kind of which there are objects already, wherever they lie.
async function inUse(connection: Connection, candidates: Several): Promise<readonly ServedResource[]> {
  const used = await Promise.all(
    candidates.map(async (resource) => {
      try {
        const path = withQuery(collectionPath(resource, undefined), { limit: 1 })
        return parseObjectPage(await connection.request<unknown>({ path }), resource).objects.length > 0
      } catch (error) {
        if (error instanceof ControllerError) return true
        throw error
      }
    }),
  )
  return candidates.filter((_, at) => used[at])
}

// What cannot be read may be there: whoever goes on with it is told why.
async function isThere(connection: Connection, path: string): Promise<boolean> {
  try {
    await connection.request({ path })
    return true
  } catch (error) {
    if (error instanceof ControllerError) return error.code !== 'not-found'
    throw error
  }
}

/** The namespace that is meant: all, the named one, or that of the context. */
export function namespaceFor(
  options: Readonly<Record<string, unknown>>,
  context: string,
): string | undefined {
  if (options['all-namespaces'] === true) return undefined
  return typeof options.namespace === 'string' ? options.namespace : context
}
