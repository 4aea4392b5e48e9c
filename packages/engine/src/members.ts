import type { ClusterName, KindRef, ListQuery } from '@sitrep/status'
import type { Slot } from './graph.ts'
import type { KindTable } from './kind-table.ts'

/** What members are found by: who owns them, or a label. */
export type MemberKey = Exclude<NonNullable<ListQuery['by']>, { readonly index: string }>

/** Objects of a kind that one key leads to, in one namespace or in all. */
export interface MemberQuery extends KindRef {
  readonly cluster?: ClusterName
  readonly namespace?: string
  readonly by?: MemberKey
}

/** Those that a key leads to now, in byte order of their names. Nobody waits for what is looked at here: a key that leads nowhere is given up again. */
export function membersIn(table: KindTable, query: Pick<MemberQuery, 'namespace' | 'by'>): readonly Slot[] {
  const bucket = table.bucketOfWhatIsHere({ ...table.kind, ...query })
  const found = [...bucket.members]
  bucket.release()
  return found
}
