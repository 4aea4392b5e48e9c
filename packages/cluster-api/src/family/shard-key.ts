import { at, type Family, type KubeObject, text } from '@sitrep/status'
import { clusterKind, labels } from '../kinds.ts'
import { isClusterApiGroup } from './groups.ts'

/** Everything of one cluster goes together, for it is computed from each other. */
export const shardKey: NonNullable<Family['shardKey']> = ({ group, kind, namespace, name }, object) => {
  if (!isClusterApiGroup(group) || namespace === undefined) return undefined
  const within = kind === clusterKind.kind ? name : clusterOf(object)
  return within === undefined ? undefined : `${namespace}/${within}`
}

function clusterOf(object: KubeObject | undefined): string | undefined {
  const named = text(at(object, 'spec', 'clusterName'))
  const { labels: carried, ownerReferences } = object?.metadata ?? {}
  return (
    named ??
    carried?.[labels.clusterName] ??
    ownerReferences?.find(({ kind }) => kind === clusterKind.kind)?.name
  )
}
