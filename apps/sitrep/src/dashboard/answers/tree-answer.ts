import type { TreeEntry } from '@sitrep/dashboard'
import type { ObjectRef } from '@sitrep/status'
import type { ComputedObject } from '../../source/computed-world.ts'
import { type JudgedBranch, judgedTree } from '../../tree/branch-verdict.ts'
import { treeIn } from '../../tree/build-tree.ts'
import { groupBranches } from '../../tree/group-branches.ts'
import { bounded } from '../bounded.ts'
import type { DashboardWorld } from '../world/dashboard-world.ts'

/** The tree of an object as `sitrep describe` draws it. */
export const branchesOf = (
  root: ComputedObject,
  { graph, families }: DashboardWorld,
  now: string,
): JudgedBranch => judgedTree(treeIn(graph, root, families), { now, families })

// A tree that holds more than this is read with a filter, not as a whole.
const mostEntries = 5_000

/** A judged tree as the page shows it; of very many the first. Siblings that are alike are told as one where they would fill the page. */
export function treeAnswer(tree: JudgedBranch): TreeEntry {
  let left = mostEntries
  const entryOf = (branch: JudgedBranch): TreeEntry => {
    const { heading, label, object, verdict, grouped } = branch
    const children = (grouped ?? branch.children).flatMap((child) => (left-- > 0 ? [entryOf(child)] : []))
    const name = [heading, label].filter((part) => part !== undefined && part !== '').join(' ')
    return {
      ...(object !== undefined && grouped === undefined && { ref: object.ref }),
      name: bounded(name, mostName),
      word: verdict?.text ?? '',
      meaning: verdict?.meaning ?? 'plain',
      ...(verdict?.reason && { reason: bounded(verdict.reason, mostName) }),
      ...(verdict?.message && { message: bounded(verdict.message) }),
      ...(verdict?.since !== undefined && { since: verdict.since }),
      children,
    }
  }
  return entryOf(groupBranches(tree))
}

const mostName = 500

/** The objects in a tree below its root, each once, in the order in which it shows them. */
export function refsBelow(tree: JudgedBranch): readonly ObjectRef[] {
  return tree.children.flatMap((child) => [
    ...(child.object === undefined ? [] : [child.object.ref]),
    ...refsBelow(child),
  ])
}
