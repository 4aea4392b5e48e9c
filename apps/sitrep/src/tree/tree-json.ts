import { conditionsOf, type JudgedBranch } from './branch-verdict.ts'

/** A line of the tree for programs; nothing in it is grouped or cut. */
export interface JsonBranch {
  readonly heading?: string
  /** Only of what has no `ref`: parts, headings, what is missing. */
  readonly label?: string
  readonly ref?: unknown
  readonly missing?: true
  readonly unread?: string
  readonly verdict?: {
    readonly says: string
    readonly reason: string
    readonly message: string
    readonly since?: string
  }
  readonly replicas?: number
  readonly conditions?: readonly unknown[]
  readonly children: readonly JsonBranch[]
}

/** The tree as `-o json` prints it. */
export function treeJson(branch: JudgedBranch, depth: number): JsonBranch {
  const { heading, label, object, missing, unread, verdict, children } = branch
  const conditions = conditionsOf(branch)
  const replicas = (object?.computed.status as { replicas?: number } | undefined)?.replicas
  return {
    ...(heading !== undefined && { heading }),
    ...(object === undefined ? { label } : { ref: object.ref }),
    ...(missing && { missing }),
    ...(unread !== undefined && { unread }),
    ...(verdict !== undefined && {
      verdict: {
        says: verdict.text,
        reason: verdict.reason,
        message: verdict.message,
        ...(verdict.since !== undefined && { since: verdict.since }),
      },
    }),
    ...(replicas !== undefined && { replicas }),
    ...(conditions.length > 0 && { conditions }),
    children: depth <= 0 ? [] : children.map((child) => treeJson(child, depth - 1)),
  }
}
