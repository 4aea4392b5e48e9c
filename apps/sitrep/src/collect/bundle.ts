import { bundleKind } from '@sitrep/engine'
import {
  at,
  type Family,
  fields,
  groupOf,
  type KindRef,
  type KubeObject,
  list,
  type Profile,
  profiles,
  text,
} from '@sitrep/status'

/** Something that a bundle lacks: a kind, a kind of a workload cluster, or all of one. */
export interface Lacking extends Partial<KindRef> {
  readonly cluster?: string
  readonly why: string
  /** How many objects of it are left out, where others are there. */
  readonly objects?: number
}

/** What a bundle says of itself. */
export interface BundleIndex {
  readonly collectedAt: string
  /** Which family speaks which language there. */
  readonly profiles: Readonly<Record<string, string>>
  /** The namespaces that were looked at; left out: all. */
  readonly namespaces?: readonly string[]
  readonly unread: readonly Lacking[]
}

/** The document that stands in a bundle beside its objects. */
export const bundleDocument = (index: BundleIndex): KubeObject => ({
  apiVersion: `${bundleKind.group}/v1alpha1`,
  kind: bundleKind.kind,
  metadata: { name: 'bundle' },
  status: { ...index },
})

/** What is known of a world that was collected from a server. */
export interface Collected {
  readonly at: string
  readonly profileOf: (family: Pick<Family, 'name'>) => Profile | undefined
  readonly unread: readonly { readonly kind: KindRef; readonly why: string }[]
}

/** What files say of how they were collected; nothing where nobody collected them as a whole. */
export function collectedIn(objects: readonly KubeObject[]): Collected | undefined {
  const bundles = objects.filter(
    ({ apiVersion, kind }) => kind === bundleKind.kind && groupOf(apiVersion) === bundleKind.group,
  )
  const [bundle, other] = bundles
  const collectedAt = text(at(bundle, 'status', 'collectedAt'))
  // Two bundles in one call are two worlds: neither speaks for both.
  if (collectedAt === undefined || Number.isNaN(Date.parse(collectedAt)) || other !== undefined)
    return undefined
  const spoken = fields(at(bundle, 'status', 'profiles'))
  return {
    at: collectedAt,
    profileOf: ({ name }) => profiles.find((profile) => profile === spoken[name]),
    unread: list(at(bundle, 'status', 'unread')).flatMap((each) => {
      const [kind, cluster] = [text(at(each, 'kind')), text(at(each, 'cluster'))]
      if (kind === undefined || cluster !== undefined || at(each, 'why') === notCollected) return []
      const group = text(at(each, 'group')) ?? ''
      return [{ kind: { group, kind }, why: text(at(each, 'why')) ?? 'not read' }]
    }),
  }
}

/** Why some kinds are in no bundle: nobody misses them. */
export const notCollected = 'it is not collected'
