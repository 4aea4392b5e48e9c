import {
  type Connection,
  ControllerError,
  type Discovered,
  objectPath,
  parseObject,
  type ServedResource,
} from '@sitrep/controller/connection'
import { type KubeObject, managementCluster, type ObjectRef } from '@sitrep/status'
import { whyUnread } from '../cluster/missing-permission.ts'
import { type Call, CommandError } from '../command.ts'
import { parseName } from './find-object.ts'
import { hintFor, namedAnywhere } from './search-name.ts'
import { namespaceFor, parseTargets, resolveTargets } from './target.ts'

interface Place {
  readonly connection: Connection
  readonly discovered: Discovered
  /** That of the context, where none is named. */
  readonly namespace: string
}

/** The object that was named, from the server. */
export async function readNamed(
  call: Call,
  { connection, discovered, namespace: usual }: Place,
): Promise<KubeObject> {
  const { kind, name } = parseName(call.words)
  const named = namespaceFor(call.options, usual)
  const targets = parseTargets([`${kind}/${name}`], discovered)
  const [target] = await resolveTargets(targets, { connection, namespace: named })
  if (target === undefined)
    throw new CommandError(2, 'Name one object as KIND/NAME, for example cluster/prod')
  const { resource } = target
  if (resource.namespaced && named === undefined) return onlyOne(connection, { resource, name, called: kind })
  const namespace = resource.namespaced ? named : undefined
  return readOne(connection, { resource, name, namespace, called: kind })
}

// Of all namespaces: whoever does not know where it lies means the only one of that name.
async function onlyOne(connection: Connection, { resource, name, called }: Named): Promise<KubeObject> {
  const found = await namedAnywhere(connection, resource, name)
  const [only, other] = found
  if (only === undefined) {
    const hint = await hintFor(connection, { resource, name, namespace: undefined })
    throw new CommandError(1, `There is no ${called} ${name} in any namespace${hint}`)
  }
  if (other === undefined) return { ...typeOf(resource), ...only }
  const places = found.map(({ metadata }) => metadata.namespace ?? '')
  throw new CommandError(2, `There are several, in ${places.join(', ')}; name one with -n`)
}

// Items of a list leave out what the list says for all of them.
const typeOf = ({ group, version, kind }: ServedResource): Pick<KubeObject, 'apiVersion' | 'kind'> => ({
  apiVersion: group === '' ? version : `${group}/${version}`,
  kind,
})

interface Named {
  readonly resource: ServedResource
  readonly name: string
  readonly namespace?: string | undefined
  /** The kind as the person knows it. */
  readonly called: string
}

/** One object of the server; one that is not there or may not be read is told in words. */
export async function readOne(
  connection: Connection,
  { resource, name, namespace, called }: Named,
): Promise<KubeObject> {
  try {
    const path = objectPath(resource, { name, ...(namespace !== undefined && { namespace }) })
    return parseObject(await connection.request<unknown>({ path }), resource)
  } catch (error) {
    if (!(error instanceof ControllerError)) throw error
    if (error.code === 'forbidden')
      throw new CommandError(3, sentence(whyUnread(error, { verb: 'get', resource, namespace })), {
        cause: error,
      })
    if (error.code !== 'not-found') throw error
    const where = namespace === undefined ? '' : ` in namespace ${namespace}`
    const hint = await hintFor(connection, { resource, name, namespace })
    throw new CommandError(1, `There is no ${called} ${name}${where}${hint}`, { cause: error })
  }
}

/** The objects of the server that these name; what may not be read or is not there is left out. */
export async function readByName(
  connection: Connection,
  discovered: Discovered,
  refs: readonly ObjectRef[],
): Promise<readonly KubeObject[]> {
  const here = refs.filter(({ cluster = managementCluster }) => cluster === managementCluster)
  const found = await Promise.all(
    here.map(async (ref) => {
      const resource = discovered.get(ref)
      if (resource === undefined) return []
      try {
        return [parseObject(await connection.request<unknown>({ path: objectPath(resource, ref) }), resource)]
      } catch (error) {
        if (!(error instanceof ControllerError)) throw error
        return []
      }
    }),
  )
  return found.flat()
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
