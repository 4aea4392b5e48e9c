import {
  type ClusterName,
  groupOf,
  type KindRef,
  type KubeObject,
  kindKey,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import type { PodPlace } from '../echo/types.ts'

/** The API of a workload cluster, once it is there. */
export interface Workload {
  readonly kubeconfig: string
  readonly host: string
  readonly port: number
  /** Whether anybody gets through to it. */
  readonly reachable: boolean
}

/** What planners look at: all objects of all clusters at one moment. */
export interface World {
  /** By namespace and name. */
  readonly list: (kind: KindRef, cluster?: ClusterName) => readonly KubeObject[]
  readonly get: (ref: ObjectRef) => KubeObject | undefined
  /** Objects of the management cluster that name this one as their controller. */
  readonly controlledBy: (owner: KubeObject, kind: KindRef) => readonly KubeObject[]
  /** Objects of the management cluster that carry this label. */
  readonly labelled: (kind: KindRef, label: Label) => readonly KubeObject[]
  readonly workload: (cluster: ClusterName) => Workload | undefined
  /** All workload clusters that are open. */
  readonly workloads: readonly ClusterName[]
  /** Where pods of the management cluster answer, by the keys under which they are served. */
  readonly serving: ReadonlyMap<string, PodPlace>
}

/** A label of objects of one namespace. */
export interface Label {
  readonly namespace: string
  readonly label: string
  readonly value: string
}

export interface WorldContent {
  readonly objects: Iterable<{ readonly cluster: ClusterName; readonly object: KubeObject }>
  readonly workloads: ReadonlyMap<ClusterName, Workload>
  /** Where pods answer, by key. */
  readonly serving?: ReadonlyMap<string, PodPlace>
  /** Finds by name what is not among the objects: templates and other things that many refer to and that belong to nobody. */
  readonly find?: (ref: ObjectRef) => KubeObject | undefined
}

/** A world of these objects. Later changes of what was given do not reach it. */
export function worldOf({ objects, workloads, serving = new Map(), find }: WorldContent): World {
  const byRef = new Map<string, KubeObject>()
  const byKind = new Map<string, KubeObject[]>()
  for (const { cluster, object } of objects) {
    byRef.set(refKey(refOf(object, cluster)), object)
    push(byKind, `${cluster}|${kindKey({ group: groupOf(object.apiVersion), kind: object.kind })}`, object)
  }
  for (const same of byKind.values()) same.sort(byName)
  const indexed = new Map<string, Map<string, KubeObject[]>>()
  const lookUp = (kind: KindRef, index: Index, key: string): readonly KubeObject[] => {
    const name = `${index.name}|${kindKey(kind)}`
    let entries = indexed.get(name)
    if (entries === undefined) {
      entries = new Map()
      for (const object of byKind.get(`|${kindKey(kind)}`) ?? []) {
        const own = index.key(object)
        if (own !== undefined) push(entries, own, object)
      }
      indexed.set(name, entries)
    }
    return entries.get(key) ?? []
  }
  return {
    list: (kind, cluster = '') => byKind.get(`${cluster}|${kindKey(kind)}`) ?? [],
    get: (ref) => byRef.get(refKey(ref)) ?? find?.(ref),
    controlledBy: ({ metadata }, kind) =>
      metadata.uid === undefined ? [] : lookUp(kind, controller, metadata.uid),
    labelled: (kind, { namespace, label, value }) => lookUp(kind, labelIndex(label), `${namespace}/${value}`),
    workload: (name) => workloads.get(name),
    workloads: [...workloads.keys()],
    serving,
  }
}

interface Index {
  readonly name: string
  readonly key: (object: KubeObject) => string | undefined
}

const controller: Index = {
  name: 'controller',
  key: ({ metadata }) => metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid,
}

const labelIndex = (label: string): Index => ({
  name: `label ${label}`,
  key: ({ metadata }) => {
    const value = metadata.labels?.[label]
    return value === undefined ? undefined : `${metadata.namespace ?? ''}/${value}`
  },
})

function push(map: Map<string, KubeObject[]>, key: string, object: KubeObject): void {
  const present = map.get(key)
  if (present === undefined) map.set(key, [object])
  else present.push(object)
}

const nameOf = ({ metadata: { namespace = '', name } }: KubeObject): string => `${namespace}/${name}`

const byName = (a: KubeObject, b: KubeObject): number => (nameOf(a) < nameOf(b) ? -1 : 1)
