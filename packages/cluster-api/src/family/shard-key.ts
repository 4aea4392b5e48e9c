import { at, type Family, groupOf, type KubeObject, kindKey, text } from '@sitrep/status'
import { clusterClassKind, clusterKind, labels, machineDrainRuleKind, secretKind } from '../kinds.ts'
import { isClusterApiGroup } from './groups.ts'

/** Kinds that stand above all clusters of a namespace, whatever labels they carry. */
const ofMany: ReadonlySet<string> = new Set([clusterClassKind, machineDrainRuleKind].map(kindKey))

/** Cluster API marks its own Secrets with a type that nobody else uses. */
const ownSecret = 'cluster.x-k8s.io/secret'

/** Everything of one cluster goes together, for it is computed from each other: `<namespace>/<name of the cluster>`. */
export const shardKey: NonNullable<Family['shardKey']> = (ref, object) => {
  const { group, kind, namespace, name } = ref
  if (namespace === undefined || ofMany.has(kindKey(ref))) return undefined
  if (!isClusterApiGroup(group) && !isOwnSecret(ref, object)) return undefined
  const within = kindKey({ group, kind }) === kindKey(clusterKind) ? name : clusterOf(object)
  return within === undefined ? undefined : `${namespace}/${within}`
}

const isOwnSecret = (ref: Parameters<typeof shardKey>[0], object: KubeObject | undefined): boolean =>
  kindKey(ref) === kindKey(secretKind) && (object as { type?: unknown } | undefined)?.type === ownSecret

// What several clusters own, such as a template that they share, is nobody's alone.
function clusterOf(object: KubeObject | undefined): string | undefined {
  const { labels: carried, ownerReferences = [] } = object?.metadata ?? {}
  const named = text(at(object, 'spec', 'clusterName')) ?? carried?.[labels.clusterName]
  const owners = new Set(ownerReferences.filter(isCluster).map(({ name }) => name))
  if (owners.size > 1) return undefined
  const [owner] = owners
  return named ?? owner
}

const isCluster = ({
  apiVersion = '',
  kind,
}: {
  readonly apiVersion?: string
  readonly kind: string
}): boolean => kind === clusterKind.kind && (apiVersion === '' || groupOf(apiVersion) === clusterKind.group)
