import type { ServedResource } from '@sitrep/controller/connection'
import { clusterOf, createEngine, type Engine } from '@sitrep/engine'
import { headline } from '@sitrep/present'
import {
  type Family,
  formatRef,
  groupOf,
  type KubeObject,
  managementCluster,
  type ObjectRef,
} from '@sitrep/status'
import { knowledgeOf } from '@sitrep/verdict'
import { reportedCatalog } from '../families/reported-catalog.ts'
import type { ComputedObject } from '../source/computed-world.ts'
import { inNewestLayout } from '../source/newest-layout.ts'
import type { TreeWorld, Unread } from '../tree/build-tree.ts'
import { type FoldedTrouble, foldTroubles, isWrong, type OwnersOf } from './fold-troubles.ts'
import { type Asked, type Asking, isSilent, type ToldTrouble, troubleOf } from './told-trouble.ts'

/** All that is not as it should be in a world. */
export interface Troubles {
  readonly folded: readonly FoldedTrouble[]
  /** The same object by object, in the order in which they were looked at. */
  readonly told: readonly ToldTrouble[]
  readonly at: string
  /** How many objects were looked at. */
  readonly objects: number
  /** Those of them that nobody has reported on. */
  readonly silent: readonly ObjectRef[]
  /** What could not be looked at. */
  readonly unread: readonly Unread[]
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
  const silent: ObjectRef[] = []
  let began = performance.now()
  for (const each of asked) {
    objects++
    const trouble = troubleOf(each, asking)
    if (trouble !== undefined) told.push(trouble)
    else if (isSilent(each, asking)) silent.push(each.ref)
    if (performance.now() - began < sliceMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
  return { folded: foldTroubles(told, ownersIn(asking)), told, at: asking.now, objects, silent, unread }
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

/** Whether to be there is all that objects of a kind do: settings, rules and texts. */
export const isQuiet = (
  { apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>,
  families: readonly Family[],
): boolean => knowledgeOf({ apiVersion, kind }, families).some(({ quiet }) => quiet === true)

/** The kind of which a resource has objects, as they name it. */
export const typeOf = ({
  group,
  version,
  kind,
}: ServedResource): Pick<KubeObject, 'apiVersion' | 'kind'> => ({
  apiVersion: group === '' ? version : `${group}/${version}`,
  kind,
})

/** What is wrong with an object and where that began, among the objects at hand; nothing where nothing is. */
export function causeSentence(
  { ref, computed }: ComputedObject,
  { objects, families, now }: TreeWorld & { readonly now: string },
): string | undefined {
  const all = objects.map((each) => each.computed)
  const weighing = { now, holds: holdsOf(families) }
  const engine = reportedEngine(all, families, now)
  const told = troubleOf({ ref, object: computed }, { engine, families, ...weighing })
  if (told === undefined || !isWrong({ top: told })) return undefined
  return told.explained === undefined
    ? `${formatRef(ref)}: ${told.causes[0]?.words ?? ''}`
    : headline(told.explained, { ...weighing, whole: told.whole })
}
