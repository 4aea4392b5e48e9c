import type { Bar } from '../proof/bars.ts'
import type { Result } from '../proof/record.ts'

/** What was promised a number for, and whether it is held: the bar, what was measured before and now, and what the genuine system needs in the same run. */
export function barsTable(bars: readonly Bar[], measured: readonly Result[]): readonly string[] {
  return [
    '| what | bar | before | now | | genuine |',
    '|---|---:|---:|---:|---|---:|',
    ...bars.map((bar) => rowOf(bar, measured)),
  ]
}

function rowOf(
  { what, bar: [side, limit], before = '', figure: [part, name] }: Bar,
  measured: readonly Result[],
): string {
  const result = measured.find((each) => each.part === part)
  const [now, peer] = [result?.figures[name], result?.peers?.[name]]
  const held = typeof now === 'number' && (side === '≤' ? now <= limit : now >= limit)
  const judged = now === undefined ? 'not recorded' : held ? 'held' : '**missed**'
  return `| ${what} | ${side} ${shown(limit)} | ${before} | ${shown(now)} | ${judged} | ${shown(peer)} |`
}

/** A figure as a reader wants it, or nothing. */
export const shown = (value: number | string | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')
