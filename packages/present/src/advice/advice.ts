import type { Condition } from '@sitrep/conditions'
import type { KindRef } from '@sitrep/status'
import { clusterApiAdvice, clusterApiProviderAdvice } from './cluster-api.ts'
import { crossplaneAdvice } from './crossplane.ts'
import { eksAnywhereAdvice } from './eks-anywhere.ts'
import { gatewayApiAdvice } from './gateway-api.ts'
import { generalAdvice } from './general.ts'

/**
 * What usually helps against a condition: kind, type and reason as they stand in it (`*` is any), and a sentence or two. A row
 * speaks only of conditions in trouble.
 */
export type AdviceRow = readonly [kind: string, type: string, reason: string, helps: string]

/** Advice of one family: the rows apply to kinds of groups that end like this. */
export interface FamilyAdvice {
  readonly groups: RegExp
  readonly rows: readonly AdviceRow[]
}

const families: readonly FamilyAdvice[] = [
  clusterApiAdvice,
  clusterApiProviderAdvice,
  eksAnywhereAdvice,
  crossplaneAdvice,
  gatewayApiAdvice,
  generalAdvice,
]

/** What is in trouble. */
export interface Troubled {
  readonly ref: KindRef
  readonly type: string
  readonly condition?: Condition | undefined
}

/** The first row that fits, the families before what holds for all; nothing where nothing is known to help. */
export function adviceOn({ ref, type, condition }: Troubled): readonly string[] {
  const reason = condition?.reason ?? ''
  for (const { groups, rows } of families) {
    if (!groups.test(ref.group)) continue
    const row = rows.find(
      ([kind, wantedType, wantedReason]) =>
        fits(kind, ref.kind) && fits(wantedType, type) && fits(wantedReason, reason),
    )
    if (row !== undefined) return [row[3]]
  }
  return []
}

const fits = (wanted: string, found: string): boolean => wanted === '*' || wanted.split('|').includes(found)
