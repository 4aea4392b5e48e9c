import {
  type Connection,
  type Discovered,
  objectPath,
  type ServedResource,
} from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { type Call, CommandError, type Context } from '../../command.ts'
import { namespaceFor, parseTargets, resolveTargets } from '../../source/target.ts'
import { nameOf, placeOf, type ReadDocument } from '../documents/document.ts'
import { stagesOf } from '../documents/order.ts'
import { readDocuments } from '../documents/read-documents.ts'
import { type FollowedFamily, followingOf } from '../following-of.ts'
import { type Subject, subjectOf } from '../show/event.ts'
import { isPlaced, place } from '../submit/resolve.ts'

/** An object that is to go. */
export interface DeleteTarget {
  readonly resource: ServedResource
  readonly path: string
  readonly subject: Subject
  /** For messages. */
  readonly name: string
}

export interface DeletePlan {
  /** One after the other: what rests on something goes before it. */
  readonly stages: readonly (readonly DeleteTarget[])[]
  /** A name that is not there may be a slip of the finger; a file tells what is not to be there. */
  readonly absent: 'refuse' | 'accept'
}

interface Where {
  readonly discovered: Discovered
  readonly connection: Connection
  readonly namespace: string
  readonly families: readonly FollowedFamily[]
}

/** What was asked to be deleted, in an order that leaves nothing behind. */
export async function planDeletion(call: Call, context: Context, where: Where): Promise<DeletePlan> {
  const paths = call.options.filename as readonly string[] | undefined
  if ((paths === undefined) === (call.words.length === 0))
    throw new CommandError(2, 'Name what to delete: sitrep delete KIND/NAME, or -f FILE')
  if (paths !== undefined) return planOfFiles(await readDocuments(paths, context), call, where)
  const within = namespaceFor(call.options, where.namespace)
  const named = await resolveTargets(parseTargets(call.words, where.discovered), {
    connection: where.connection,
    namespace: within,
  })
  const targets = named.flatMap(({ resource, names }) => {
    if (names.length === 0) throw new CommandError(2, `Name the ${resource.kind} to delete: KIND/NAME`)
    const namespace = resource.namespaced ? within : undefined
    return names.map((name) => {
      const metadata = { name, ...(namespace !== undefined && { namespace }) }
      const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`
      return targetOf(resource, { apiVersion, kind: resource.kind, metadata })
    })
  })
  const absent = call.options['ignore-not-found'] === true ? 'accept' : 'refuse'
  return { stages: [targets], absent }
}

const targetOf = (resource: ServedResource, object: KubeObject): DeleteTarget => ({
  resource,
  path: objectPath(resource, object.metadata),
  subject: subjectOf(object),
  name: nameOf(object),
})

function planOfFiles(
  documents: Awaited<ReturnType<typeof readDocuments>>,
  call: Call,
  { discovered, namespace, families }: Where,
): DeletePlan {
  const { namespaces, crds, others } = stagesOf(documents, families)
  const hasParts = ({ object }: ReadDocument): boolean => partsOf(object, families) !== undefined
  const first = others.filter(hasParts)
  const rest = others.filter((document) => !hasParts(document))
  const [whole] = first.map(({ object }) => partsOf(object, families))
  const awaited = call.options.wait === true || call.options['dry-run'] !== undefined
  if (whole !== undefined && first.length < documents.length && !awaited)
    throw new CommandError(
      2,
      `What ${whole.one} rests on must stay until it is gone, or its ${whole.nouns} are left behind: add --wait`,
    )
  const only = call.options.namespace
  const targets = (stage: typeof documents): readonly DeleteTarget[] =>
    [...stage].reverse().flatMap((document) => {
      const surroundings = { discovered, namespace, ...(typeof only === 'string' && { only }) }
      const found = place(document, surroundings)
      if (isPlaced(found)) return [targetOf(found.resource, found.object)]
      // A kind that is not served has no objects.
      if (found.unserved) return []
      throw new CommandError(1, `${placeOf(document)}: ${found.why}`)
    })
  return { stages: [first, rest, crds, namespaces].map(targets), absent: 'accept' }
}

// What stands in a message about an object that others go with.
function partsOf(
  object: KubeObject,
  families: readonly FollowedFamily[],
): { readonly one: string; readonly nouns: string } | undefined {
  const following = followingOf(families, object)
  if (following?.deletes === undefined) return undefined
  const { noun, deletes } = following
  return { one: `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`, nouns: deletes(object).nouns }
}
