import { type Family, type Following, isChosen, type KubeObject } from '@sitrep/status'

/** What of a family is needed to follow its objects. */
export type FollowedFamily = Pick<Family, 'follows' | 'ordinaryFinalizers' | 'paused'>

/** How an object is followed; nothing where no family follows its kind. */
export function followingOf(families: readonly FollowedFamily[], object: KubeObject): Following | undefined {
  return families.flatMap(({ follows = [] }) => follows).find(({ kind }) => isChosen(kind, object))
}
