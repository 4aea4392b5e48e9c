import { discover, type ServedResource } from '@sitrep/controller/connection'
import { clusterOf, createEngine, type Engine } from '@sitrep/engine'
import { gravities } from '@sitrep/present'
import { type Family, groupOf, type KubeObject, managementCluster, refOf } from '@sitrep/status'
import { knowledgeOf } from '@sitrep/verdict'
import { openCluster } from '../cluster/open-cluster.ts'
import type { Call, Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { reportedCatalog } from '../families/reported-catalog.ts'
import { LiveObjects } from '../source/live-objects.ts'
import { inNewestLayout } from '../source/newest-layout.ts'
import { openWorld, timeOf } from '../source/open-world.ts'
import type { Unread } from '../tree/build-tree.ts'
import { type FoldedTrouble, foldTroubles, type OwnersOf } from './fold-troubles.ts'
import { type Asked, type Asking, type ToldTrouble, troubleOf } from './told-trouble.ts'

/** All that is not as it should be in a world. */
export interface Troubles {
  readonly folded: readonly FoldedTrouble[]
  /** The same object by object, in the order in which they were looked at. */
  readonly told: readonly ToldTrouble[]
  readonly at: string
  /** How many objects were looked at. */
  readonly objects: number
  /** What could not be looked at. */
  readonly unread: readonly Unread[]
}

/** Looks at everything, in files where any are named, else on the server, in one pass. */
export async function readTroubles(call: Call, context: Context): Promise<Troubles> {
  const { namespace } = call.options
  const within = (objects: readonly Asked[]): readonly Asked[] =>
    typeof namespace === 'string' ? objects.filter(({ ref }) => ref.namespace === namespace) : objects
  if (call.options.filename !== undefined) {
    const { engine, objects, at, families } = await openWorld(call, context)
    const asked = within(objects.map(({ ref, computed }) => ({ ref, object: computed })))
    return troublesIn(asked, { engine, families, now: at, holds: holdsOf(families) })
  }
  const families = await loadFamilies(context.families)
  const { objects, unread } = await readAll(call, context, families)
  const at = timeOf(call, context)
  const engine = reportedEngine(objects, families, at)
  const asked = within(objects.map((object) => ({ ref: refOf(object), object })))
  return troublesIn(asked, { engine, families, now: at, holds: holdsOf(families) }, unread)
}

/** An engine that computes nothing, over what is reported: it knows what follows from what. */
export function reportedEngine(
  objects: readonly KubeObject[],
  families: readonly Family[],
  at: string,
): Engine {
  const engine = createEngine(reportedCatalog(families))
  engine.apply(
    [
      { kind: 'every', read: true, cluster: managementCluster },
      ...objects.map((object) => ({ object: inNewestLayout(object), cluster: clusterOf(object) })),
    ],
    at,
  )
  return engine
}

export const holdsOf = (families: readonly Family[]): Asking['holds'] =>
  families.flatMap(({ holds = [] }) => holds)

/**
 * What is not as it should be among these objects. A large world is looked at in slices, so that nobody else waits long meanwhile.
 */
export async function troublesIn(
  asked: Iterable<Asked>,
  asking: Asking,
  unread: readonly Unread[] = [],
): Promise<Troubles> {
  const told: ToldTrouble[] = []
  let objects = 0
  let began = performance.now()
  for (const each of asked) {
    objects++
    const trouble = troubleOf(each, asking)
    if (trouble !== undefined) told.push(trouble)
    if (performance.now() - began < sliceMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
  return { folded: foldTroubles(told, ownersIn(asking)), told, at: asking.now, objects, unread }
}

const sliceMs = 10

const ownersIn =
  ({ engine }: Asking): OwnersOf =>
  (ref) =>
    (engine.object(ref)?.metadata.ownerReferences ?? []).flatMap(({ apiVersion = '', kind, name }) => {
      const owner = { ...ref, group: groupOf(apiVersion), kind, name }
      const { namespace: _none, ...clusterWide } = owner
      return [owner, clusterWide].find((each) => engine.object(each) !== undefined) ?? []
    })

/** Whether something is wrong, or nobody knows: what is paused or under way is neither. */
export const isWrong = ({ top }: { readonly top: Pick<ToldTrouble, 'gravity'> }): boolean =>
  gravities.indexOf(top.gravity) <= gravities.indexOf('unclear')

async function readAll(
  call: Call,
  context: Context,
  families: readonly Family[],
): Promise<{ readonly objects: readonly KubeObject[]; readonly unread: readonly Unread[] }> {
  const { connection } = await openCluster(call, context)
  try {
    const discovered = await discover(connection)
    const live = new LiveObjects(connection, discovered)
    const { namespace } = call.options
    const telling = discovered.all.filter((resource) => !isQuiet(resource, families))
    await live.load(
      telling
        .filter(({ namespaced }) => namespaced || typeof namespace !== 'string')
        // What objects of a namespace follow from may lie in another one.
        .map((resource) => ({ resource, scope: {} })),
    )
    return { objects: live.all, unread: live.unread }
  } finally {
    connection.close()
  }
}

/** Settings, rules and texts: to be there is all they do. */
export const isQuiet = ({ group, version, kind }: ServedResource, families: readonly Family[]): boolean =>
  knowledgeOf({ apiVersion: group === '' ? version : `${group}/${version}`, kind }, families).some(
    ({ quiet }) => quiet === true,
  )
