import { type Line, span } from '@sitrep/present'
import { stringify } from 'yaml'

/** What differs between two statuses, line by line, in the manner of `diff -u`. */
export function statusDiff(reported: unknown, computed: unknown): readonly Line[] {
  const [before, after] = [yamlLines(reported), yamlLines(computed)]
  return changes(before, after).map(({ sign, text }) =>
    sign === ' ' ? [span(`  ${text}`, 'muted')] : [span(`${sign} ${text}`, sign === '-' ? 'bad' : 'good')],
  )
}

function yamlLines(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  return stringify(value, { sortMapEntries: true, lineWidth: 0 }).trimEnd().split('\n')
}

interface Change {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

// The longest common subsequence; statuses are short enough for the plain method.
function changes(before: readonly string[], after: readonly string[]): readonly Change[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--) {
    const row = lengths[i] as Uint32Array
    for (let j = after.length - 1; j >= 0; j--)
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  }
  const result: Change[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      result.push({ sign: ' ', text: before[i] ?? '' })
      i++
      j++
    } else if (j < after.length && (i >= before.length || at(i, j + 1) > at(i + 1, j)))
      result.push({ sign: '+', text: after[j++] ?? '' })
    else result.push({ sign: '-', text: before[i++] ?? '' })
  }
  return result
}
