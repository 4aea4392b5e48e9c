import { safeText } from '@sitrep/present'
import { refKey } from '@sitrep/status'
import type { FleetRow } from '../../src/answers.ts'
import { lookClass, Word } from '../parts/mark.tsx'
import { memo } from '../parts/memo.ts'
import { Age, ObjectLink } from '../parts/text.tsx'
import { objectHref } from '../route/route.ts'
import { Counters } from './counters.tsx'
import { useWindow } from './use-window.ts'

// As the style sheet has them.
const leastWidth = 340
const lineHeight = 188

/** The fleet as cards, as many beside each other as fit. */
export function RowCards({ rows, width }: { readonly rows: readonly FleetRow[]; readonly width: number }) {
  const columns = Math.max(1, Math.floor((width + 12) / (leastWidth + 12)))
  const { first, end, above, below, ref, onKeyDown } = useWindow({ items: rows.length, columns, lineHeight })
  return (
    <div
      class="cards-room"
      ref={(element) => {
        ref.current = element
      }}
      style={{ paddingTop: `${above}px`, paddingBottom: `${below}px` }}
    >
      <ul
        class="cards"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        onKeyDown={onKeyDown}
      >
        {rows.slice(first, end).map((row, at) => (
          <Card key={refKey(row.ref)} row={row} item={first + at} all={rows.length} />
        ))}
      </ul>
    </div>
  )
}

interface CardProps {
  readonly row: FleetRow
  readonly item: number
  readonly all: number
}

const Card = memo(({ row, item, all }: CardProps) => {
  const { ref, word, weight, sentence, since, cause, counters } = row
  return (
    <li class={`card ${lookClass(weight)}`} data-item={item} aria-posinset={item + 1} aria-setsize={all}>
      <div class="card-head">
        <Word of={weight} word={safeText(word)} />
        <span class="muted">{since !== undefined && <Age since={since} words="" />}</span>
      </div>
      <h2>
        <a href={objectHref(ref)}>{safeText(ref.name)}</a>
        <small>
          {safeText(ref.kind)}
          {ref.namespace !== undefined && ` · ${safeText(ref.namespace)}`}
          {ref.cluster !== undefined && ref.cluster !== '' && ` · in ${safeText(ref.cluster)}`}
        </small>
      </h2>
      <p title={safeText(sentence)}>{safeText(sentence)}</p>
      {cause !== undefined && (
        <p class="begins">
          Begins at <ObjectLink to={cause} tab="why" />
        </p>
      )}
      <Counters of={counters} most={3} />
    </li>
  )
})
