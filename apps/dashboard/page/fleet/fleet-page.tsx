import { safeText } from '@sitrep/present'
import { useMemo } from 'preact/hooks'
import type { FleetRow, Weight } from '../../src/answers.ts'
import { replaceHref, useFleet, useWidth } from '../parts/hooks.ts'
import { Mark, weightWords } from '../parts/mark.tsx'
import { Failed, Loading, Notice } from '../parts/states.tsx'
import { Command } from '../parts/text.tsx'
import { fleetHref } from '../route/route.ts'
import { choicesOf, countsOf, filterOf, filterRows, isFiltered, queryWith, weights } from './filter.ts'
import { Filters } from './filters.tsx'
import { RowCards } from './row-cards.tsx'
import { RowTable } from './row-table.tsx'

// Narrower than this a table has no room for its sentences.
const tableWidth = 760

/** All that stands for itself, the worst first. */
export function FleetPage({ query }: { readonly query: URLSearchParams }) {
  const { rows, unseen, error } = useFleet()
  const [measured, width] = useWidth()
  return (
    <div class="fleet" ref={measured}>
      <h1>Fleet</h1>
      {rows === undefined && error === undefined && <Loading what="the fleet" />}
      {rows === undefined && error !== undefined && <Failed error={error} what="the fleet" />}
      {rows !== undefined && <Rows rows={rows} unseen={unseen} query={query} width={width} />}
    </div>
  )
}

interface RowsProps {
  readonly rows: readonly FleetRow[]
  readonly unseen: readonly string[]
  readonly query: URLSearchParams
  readonly width: number
}

function Rows({ rows, unseen, query, width }: RowsProps) {
  const filter = filterOf(query)
  const filtered = isFiltered(filter)
  const asked = query.toString()
  const shown = useMemo(() => filterRows(rows, filter), [rows, asked])
  const choices = useMemo(() => choicesOf(rows), [rows])
  const asCards = query.get('view') === 'cards' || width < tableWidth
  return (
    <>
      <Summary rows={rows} query={query} />
      <Unseen sentences={unseen} />
      {rows.length === 0 ? (
        <Empty />
      ) : (
        <>
          <Filters query={query} choices={choices} canChoose={width >= tableWidth} />
          <p class="count" role="status">
            {filtered ? `${shown.length} of ${rows.length} shown` : `${rows.length} in all, the worst first`}
          </p>
          {shown.length === 0 && (
            <Notice title="Nothing fits these filters">
              <a href={fleetHref(withoutFilters(query))}>Show all {rows.length}</a>
            </Notice>
          )}
          {shown.length > 0 &&
            width > 0 &&
            (asCards ? <RowCards rows={shown} width={width} /> : <RowTable rows={shown} />)}
        </>
      )}
    </>
  )
}

function withoutFilters(query: URLSearchParams): URLSearchParams {
  const view = query.get('view')
  return new URLSearchParams(view === null ? {} : { view })
}

/** How many are so grave; each number shows only those. */
function Summary({ rows, query }: { readonly rows: readonly FleetRow[]; readonly query: URLSearchParams }) {
  const counts = useMemo(() => countsOf(rows), [rows])
  const chosen = query.get('weight') ?? ''
  const choose = (weight: Weight): void =>
    replaceHref(fleetHref(queryWith(query, { weight: chosen === weight ? '' : weight })))
  return (
    <ul class="summary" aria-label="So many are">
      {weights
        .filter((weight) => weight !== 'paused' || counts.paused > 0 || chosen === 'paused')
        .map((weight) => (
          <li key={weight}>
            <button
              type="button"
              class={`tile ${counts[weight] === 0 ? 'is-none' : `is-${weight}`}`}
              aria-pressed={chosen === weight}
              onClick={() => choose(weight)}
            >
              <Mark of={weight} />
              <b>{counts[weight].toLocaleString()}</b> <span>{weightWords[weight]}</span>
            </button>
          </li>
        ))}
    </ul>
  )
}

// What cannot be seen must not look fine; one line is enough to say so.
function Unseen({ sentences }: { readonly sentences: readonly string[] }) {
  const [first, ...more] = sentences
  if (first === undefined) return null
  return (
    <details class="unseen">
      <summary>
        <Mark of="unclear" /> <b>Not everything can be seen:</b> {safeText(first)}
        {more.length > 0 && `, and ${more.length} more`}
      </summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{safeText(sentence)}</li>
        ))}
      </ul>
    </details>
  )
}

function Empty() {
  return (
    <Notice title="Nothing here yet">
      <p>Clusters, gateways and managed resources appear here as soon as there are any. To create some:</p>
      <Command line="sitrep apply -f cluster.yaml" />
    </Notice>
  )
}
