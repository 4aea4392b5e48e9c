import type { Discovered, ServedResource } from '@sitrep/controller/connection'
import { type Catalog, type Family, isDescribed, type KindRef, kindKey } from '@sitrep/status'
import { notCollected } from './bundle.ts'

// They change every few seconds or are measured on demand, and nothing is ever concluded from them.
const passedOver: ReadonlySet<string> = new Set(['Lease', 'ComponentStatus', 'PodMetrics', 'NodeMetrics'])

/** What is read of a server, in order, and what is not, with the reason. */
export interface CollectedKinds {
  readonly read: readonly ServedResource[]
  readonly passed: readonly (KindRef & { readonly why: string })[]
}

interface Knowing {
  readonly catalog: Catalog
  readonly families: readonly Family[]
}

/**
 * Every kind that is served: what families compute, refer to or show in a tree, and whatever may be wrong besides. Kinds of families come
 * first and Events last, so that a bundle that grows too large loses what matters least.
 */
export function collectedKinds(discovered: Discovered, knowing: Knowing): CollectedKinds {
  const known = knownKinds(knowing)
  const rank = (resource: ServedResource): string => {
    const place = isEvent(resource) ? 3 : known.has(kindKey(resource)) ? 1 : 2
    return `${place} ${resource.group} ${resource.plural}`
  }
  const sorted = discovered.all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const read = sorted.filter((resource) => !passedOver.has(resource.kind) && !isSecondEvent(resource))
  const passed = sorted
    .filter(({ kind }) => passedOver.has(kind))
    .map(({ group, kind }) => ({ group, kind, why: notCollected }))
  return { read, passed }
}

function knownKinds({ catalog, families }: Knowing): ReadonlySet<string> {
  const choices = [
    ...catalog.definitions.map(({ kind }) => kind),
    ...catalog.indexes.map(({ kind }) => kind),
    ...catalog.shapes.map(({ kind }) => kind),
    ...families.flatMap(({ kinds }) => kinds.map(({ kind }) => kind)),
  ]
  const definition = 'apiextensions.k8s.io/CustomResourceDefinition'
  return new Set([definition, ...choices.flatMap((kind) => (isDescribed(kind) ? [] : [kindKey(kind)]))])
}

const isEvent = ({ kind }: KindRef): boolean => kind === 'Event'
// The same objects under another name.
const isSecondEvent = ({ group, kind }: KindRef): boolean => kind === 'Event' && group === 'events.k8s.io'
