import { fit, type Line, padEnd, type Span, widthOf } from '@sitrep/present'

export interface ColumnPlan {
  readonly name: string
  /** Left out where there is no room, the highest first; absent: never. */
  readonly dispensable?: number
  /** At least so wide when columns give way. */
  readonly least: number
}

const gap = 2

/** Lays rows of cells under their headings, in a width: what is left goes to the last column, and rows are laid one by one. */
export function layColumns(
  plans: readonly ColumnPlan[],
  rows: readonly (readonly Span[])[],
  width: number,
): { readonly heading: Line; readonly lay: (cells: readonly Span[]) => Line } {
  const widths = plans.map(({ name }) => name.length)
  const filled = plans.map(() => false)
  for (const cells of rows)
    for (const [at, { text }] of cells.entries()) {
      widths[at] = Math.max(widths[at] ?? 0, widthOf(text))
      if (text !== '') filled[at] = true
    }
  const last = plans.length - 1
  for (const at of plans.keys()) if (!filled[at] && at !== last) widths[at] = 0
  // The last column takes what the others leave.
  const used = (): number =>
    widths.reduce((sum, each, at) => sum + (at === last || each === 0 ? 0 : each + gap), 0)
  const least = filled[last] ? (plans[last]?.least ?? 0) : 0
  const order = [...plans.entries()]
    .filter(([, { dispensable }]) => dispensable !== undefined)
    .toSorted(([, a], [, b]) => (b.dispensable ?? 0) - (a.dispensable ?? 0))
  for (const [at] of order) if (width - used() < least) widths[at] = 0
  for (const [at, plan] of plans.entries()) {
    const short = least - (width - used())
    if (short > 0 && at !== last)
      widths[at] = Math.max(Math.min(plan.least, widths[at] ?? 0), (widths[at] ?? 0) - short)
  }
  widths[last] = Math.max(0, width - used())
  const lay = (cells: readonly Span[]): Line =>
    cells.flatMap(({ text, meaning }, at) => {
      const room = widths[at] ?? 0
      if (room === 0) return []
      const shown = fit(text, room)
      return [{ text: at === last ? shown : padEnd(shown, room + gap), meaning }]
    })
  return { heading: lay(plans.map(({ name }): Span => ({ text: name, meaning: 'heading' }))), lay }
}
