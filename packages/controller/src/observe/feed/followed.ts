import type { KindRead, Wanted, WorldChange } from '@sitrep/engine'
import {
  type ClusterName,
  formatChoice,
  type IndexDefinition,
  type KubeObject,
  kindKey,
} from '@sitrep/status'
import type { ReadState, Reflected } from '../reflector/reflector-options.ts'
import type { ServedResource } from '../reflector/resource.ts'

/** Something to follow in a cluster. */
export interface Followed extends Wanted {
  /** Nobody names it, it only fits a description: without objects it may have to do without a watch. */
  readonly described?: true
}

/** What happened to an object of a resource, as the world is told. */
export function worldChange(
  change: Reflected,
  cluster: ClusterName,
  { group, kind }: ServedResource,
): WorldChange {
  if ('object' in change) return { cluster, object: change.object }
  const { namespace, name } = change.gone
  return { gone: { cluster, group, kind, name, ...(namespace !== undefined && { namespace }) } }
}

/** The same changes, cut wherever an object comes that went before: in no part does the new one stand beside the end of the old. */
export function* inLives(changes: readonly Reflected[]): Generator<readonly Reflected[]> {
  let life: Reflected[] = []
  let gone = new Set<string>()
  for (const change of changes) {
    if ('gone' in change) gone.add(nameOf(change.gone))
    else if (gone.size > 0 && gone.has(nameOf(change.object.metadata))) {
      yield life
      life = []
      gone = new Set()
    }
    life.push(change)
  }
  if (life.length > 0) yield life
}

const nameOf = ({ namespace = '', name }: KubeObject['metadata']): string => `${namespace}/${name}`

/** What is followed as a text that nothing else shares. */
export const followedKey = ({ group, kind, by }: Wanted): string =>
  `${kindKey({ group, kind })}|${by === undefined ? '' : `${by.index}=${by.key}`}`

/** The index of which one key is followed. */
export function indexOf(
  { group, kind, by }: Wanted,
  indexes: readonly IndexDefinition[],
): IndexDefinition | undefined {
  return indexes.find(
    ({ name, kind: indexed }) => name === by?.index && formatChoice(indexed) === kindKey({ group, kind }),
  )
}

/** Whether something can be read, as the world is told. */
export function kindReadOf(cluster: ClusterName, { group, kind, by }: Wanted, state: ReadState): KindRead {
  const read: KindRead = { cluster, kind: { group, kind }, read: state.read, ...(by && { by }) }
  return state.read ? read : { ...read, why: state.why }
}
