import type { FieldRow, StageTable } from './row.ts'
import { moved } from './rows.ts'
import { isTree, type Tree } from './tree.ts'

const group = 'initialization'

/** The truth values of the older stage that make up the newer one's `initialization`. */
export const flagsOf = (names: Readonly<Record<string, string>>): readonly FieldRow[] =>
  Object.entries(names).map(([older, newer]) => moved(`status.${older}`, `status.${group}.${newer}`))

/**
 * Plain truth values: the older stage always writes all of them, and the newer one writes either all or, while none holds,
 * no group at all.
 */
export function flagGroup(names: Readonly<Record<string, string>>): Partial<StageTable> {
  const [older, newer] = [Object.keys(names), Object.values(names)]
  if (older.length === 0) return {}
  return {
    finishUp: (tree) => {
      const flags = statusOf(tree)?.[group]
      if (!isTree(flags)) return
      if (newer.some((name) => flags[name] === true)) fill(flags, newer)
      else for (const name of newer) delete flags[name]
    },
    finishDown: (tree) => {
      const status = statusOf(tree)
      if (status !== undefined) fill(status, older)
    },
  }
}

const statusOf = ({ status }: Tree): Tree | undefined => (isTree(status) ? status : undefined)

function fill(tree: Tree, names: readonly string[]): void {
  for (const name of names) if (tree[name] !== true) tree[name] = false
}
