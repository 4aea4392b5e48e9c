import { plainLine } from '@sitrep/present'
import { formatRef, type ObjectRef, refKey } from '@sitrep/status'
import { judgedTree } from '../../tree/branch-verdict.ts'
import { treeOf } from '../../tree/build-tree.ts'
import { treeRows } from '../../tree/tree-lines.ts'
import type { Content, Row } from '../page.ts'
import { type Sight, seenIn } from '../sight.ts'
import { goneContent } from './gone.ts'

export interface TreeOptions {
  readonly now: string
  readonly width: number
}

/** An object with all that belongs to it, each in a row of its own. */
export function treeContent(sight: Sight, ref: ObjectRef, { now, width }: TreeOptions): Content {
  const root = seenIn(sight, ref)
  if (root === undefined) return goneContent('Tree', ref)
  const { objects, families, unread } = sight
  const tree = judgedTree(treeOf(root, { objects, families, unread }), { now, families })
  const { heading, rows } = treeRows(tree, { now, width, show: 'failing', depth: 99 })
  const times = new Map<string, number>()
  return {
    title: `Tree of ${formatRef(ref)}`,
    heads: [heading],
    filtered: false,
    rows: rows.map(({ line, branch, note }): Row => {
      const of = branch.object?.ref
      const name = `${of === undefined ? `${branch.heading ?? ''} ${branch.label}` : refKey(of)}${note ? ' note' : ''}`
      const before = times.get(name) ?? 0
      times.set(name, before + 1)
      return {
        key: before === 0 ? name : `${name} ${before}`,
        ...(of !== undefined && { ref: of }),
        ...(note && { passed: true }),
        search: plainLine(line).toLowerCase(),
        line: () => line,
      }
    }),
  }
}
