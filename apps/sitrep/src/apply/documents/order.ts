import { groupOf, type KubeObject } from '@sitrep/status'
import { type FollowedFamily, followingOf } from '../following-of.ts'
import type { ReadDocument } from './document.ts'

/** Documents in the order in which they can be applied. */
export interface Stages {
  readonly namespaces: readonly ReadDocument[]
  readonly crds: readonly ReadDocument[]
  /** What is followed stands last: what it refers to is there before anybody looks for it. */
  readonly others: readonly ReadDocument[]
}

/** Namespaces, then CRDs, then the rest as it is written. */
export function stagesOf(documents: readonly ReadDocument[], families: readonly FollowedFamily[]): Stages {
  const namespaces = documents.filter(({ object }) => isNamespace(object))
  const crds = documents.filter(({ object }) => isCrd(object))
  const rest = documents.filter(({ object }) => !isNamespace(object) && !isCrd(object))
  const isFollowed = ({ object }: ReadDocument): boolean => followingOf(families, object) !== undefined
  return {
    namespaces,
    crds,
    others: [...rest.filter((document) => !isFollowed(document)), ...rest.filter(isFollowed)],
  }
}

const isNamespace = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === 'v1' && kind === 'Namespace'

const isCrd = ({ apiVersion, kind }: KubeObject): boolean =>
  groupOf(apiVersion) === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
