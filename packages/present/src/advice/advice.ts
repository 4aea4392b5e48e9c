import type { Condition } from '@sitrep/conditions'
import { type AdviceTable, type KindRef, type KubeObject, parseAddress } from '@sitrep/status'
import { generalAdvice } from './general.ts'

/** What is in trouble. */
export interface Troubled {
  readonly ref: KindRef
  /** The condition, as an address is written. */
  readonly type: string
  readonly condition?: Condition | undefined
  /** The object itself, for advice on kinds that are told by their looks. */
  readonly object?: KubeObject | undefined
}

/** The first row that fits, the tables of families before what holds for all; nothing where nothing is known to help. */
export function adviceOn(troubled: Troubled, tables: readonly AdviceTable[]): readonly string[] {
  const { ref, type: address, condition } = troubled
  const { type } = parseAddress(address)
  const reason = condition?.reason ?? ''
  for (const { of, rows } of [...tables, generalAdvice]) {
    if (!isOf(of, troubled)) continue
    const row = rows.find(
      ([kind, wantedType, wantedReason]) =>
        fits(kind, ref.kind) && fits(wantedType, type) && fits(wantedReason, reason),
    )
    if (row !== undefined) return [row[3]]
  }
  return []
}

const isOf = (of: AdviceTable['of'], { ref, object }: Troubled): boolean =>
  typeof of === 'function' ? of(ref) : object !== undefined && of.recognises(object)

const fits = (wanted: string, found: string): boolean => wanted === '*' || wanted.split('|').includes(found)
