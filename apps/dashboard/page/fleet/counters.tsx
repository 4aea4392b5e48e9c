import { safeText } from '@sitrep/present'
import type { Counter } from '../../src/answers.ts'

const barWidth = 40

/** So many of so many, as bars with their numbers; where there is no room for all, those that are short come first. */
export function Counters({ of, most }: { readonly of: readonly Counter[]; readonly most?: number }) {
  if (of.length === 0) return null
  const shown = most === undefined || of.length <= most ? of : [...of].sort(byShortness).slice(0, most)
  return (
    <ul class="counter-list">
      {shown.map((counter) => (
        <li key={counter.name}>
          <Bar {...counter} />
        </li>
      ))}
    </ul>
  )
}

const missing = ({ have, want = 0 }: Counter): number => Math.max(0, want - have)
const byShortness = (a: Counter, b: Counter): number => missing(b) - missing(a)

function Bar({ name, have, want }: Counter) {
  const part = want === undefined || want <= 0 ? 1 : Math.min(1, have / want)
  const full = want === undefined || have >= want
  return (
    <span class={`counter ${want === undefined ? 'is-plain' : full ? 'is-good' : 'is-short'}`}>
      <b>{want === undefined ? have : `${have}/${want}`}</b>
      {want !== undefined && (
        <svg
          viewBox={`0 0 ${barWidth} 4`}
          width={barWidth}
          height="4"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect class="track" width={barWidth} height="4" rx="2" />
          <rect class="fill" width={part * barWidth} height="4" rx="2" />
        </svg>
      )}
      <span class="counter-name" title={safeText(name)}>
        {safeText(name)}
      </span>
    </span>
  )
}
