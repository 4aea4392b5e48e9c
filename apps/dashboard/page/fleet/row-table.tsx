import { safeText } from '@sitrep/present'
import { refKey } from '@sitrep/status'
import type { FleetRow } from '../../src/answers.ts'
import { lookClass, Word } from '../parts/mark.tsx'
import { memo } from '../parts/memo.ts'
import { Age, ObjectLink } from '../parts/text.tsx'
import { objectHref } from '../route/route.ts'
import { Counters } from './counters.tsx'
import { useWindow } from './use-window.ts'

// As the style sheet has it.
const rowHeight = 48

/** The fleet as a dense table. */
export function RowTable({ rows }: { readonly rows: readonly FleetRow[] }) {
  const { first, end, above, below, ref, onKeyDown } = useWindow({
    items: rows.length,
    columns: 1,
    lineHeight: rowHeight,
  })
  return (
    <table class="row-table" aria-rowcount={rows.length + 1} onKeyDown={onKeyDown}>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" class="state">
            State
          </th>
          <th scope="col" class="object">
            Object
          </th>
          <th scope="col" class="sentence">
            What is so, and why
          </th>
          <th scope="col" class="cause">
            Begins at
          </th>
          <th scope="col" class="counters">
            Counters
          </th>
          <th scope="col" class="since">
            Since
          </th>
        </tr>
      </thead>
      <tbody
        ref={(element) => {
          ref.current = element
        }}
      >
        <Gap height={above} />
        {rows.slice(first, end).map((row, at) => (
          <Row key={refKey(row.ref)} row={row} item={first + at} />
        ))}
        <Gap height={below} />
      </tbody>
    </table>
  )
}

// Both gaps are always there, so that no row is taken for another when one comes or goes.
function Gap({ height }: { readonly height: number }) {
  return (
    <tr class="gap" aria-hidden="true">
      <td colSpan={6} style={{ height: `${height}px` }} />
    </tr>
  )
}

const Row = memo(({ row, item }: { readonly row: FleetRow; readonly item: number }) => {
  const { ref, word, weight, sentence, since, cause, counters } = row
  return (
    <tr class={lookClass(weight)} data-item={item} aria-rowindex={item + 2}>
      <td class="state">
        <Word of={weight} word={safeText(word)} />
      </td>
      <th scope="row" class="object">
        <a href={objectHref(ref)} title={safeText(`${ref.namespace ?? ''}/${ref.name}`)}>
          {safeText(ref.name)}
        </a>
        <small>
          {safeText(ref.kind)}
          {ref.namespace !== undefined && ` · ${safeText(ref.namespace)}`}
          {ref.cluster !== undefined && ref.cluster !== '' && ` · in ${safeText(ref.cluster)}`}
        </small>
      </th>
      <td class="sentence">
        <a href={objectHref(ref, weight === 'fine' ? 'tree' : 'why')} title={safeText(sentence)}>
          {safeText(sentence)}
        </a>
      </td>
      <td class="cause">
        {cause !== undefined && (
          <>
            <ObjectLink to={cause} short />
            <small>{safeText(cause.kind)}</small>
          </>
        )}
      </td>
      <td class="counters">
        <Counters of={counters} most={3} />
      </td>
      <td class="since">{since !== undefined && <Age since={since} words="" />}</td>
    </tr>
  )
})
