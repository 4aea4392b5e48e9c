import type { Condition } from '@sitrep/conditions'
import type { KindRef } from '@sitrep/status'
import type { FamilyAdvice } from './advice-row.ts'
import { clusterApiAdvice, clusterApiProviderAdvice } from './cluster-api.ts'
import { crossplaneAdvice } from './crossplane.ts'
import { eksAnywhereAdvice } from './eks-anywhere.ts'
import { gatewayApiAdvice } from './gateway-api.ts'
import { generalAdvice } from './general.ts'

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
