import { safeText } from '@sitrep/present'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { TreeEntry } from '../../src/answers.ts'
import { lookClass, Word } from '../parts/mark.tsx'
import { Age, Message } from '../parts/text.tsx'
import { objectHref } from '../route/route.ts'
import { closedAtFirst, moveInTree, type TreeRow, treeRows } from './tree-rows.ts'

/** What an object is made of. Arrow keys go through it, Enter opens what is gone to. */
export function Tree({ tree }: { readonly tree: TreeEntry }) {
  const [closed, setClosed] = useState(() => closedAtFirst(tree))
  const rows = useMemo(() => treeRows(tree, closed), [tree, closed])
  const [wanted, setWanted] = useState<string | undefined>(undefined)
  const list = useRef<HTMLUListElement>(null)
  const moving = useRef(false)
  const current = rows.some(({ key }) => key === wanted) ? wanted : rows[0]?.key

  useLayoutEffect(() => {
    if (!moving.current) return
    moving.current = false
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [current, closed])

  const toggle = (key: string, open: boolean): void => {
    const next = new Set(closed)
    if (open) next.delete(key)
    else next.add(key)
    setClosed(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (current === undefined) return
    if (event.key === 'Enter') {
      const row = rows.find(({ key }) => key === current)
      if (row?.entry.ref !== undefined) location.hash = objectHref(row.entry.ref)
      return
    }
    const move = moveInTree(rows, current, event.key)
    if (move === undefined) return
    event.preventDefault()
    moving.current = true
    if ('to' in move) setWanted(move.to)
    else if ('open' in move) toggle(move.open, true)
    else toggle(move.close, false)
  }
  return (
    <ul class="tree" role="tree" aria-label="What it is made of" ref={list} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Entry
          key={row.key}
          row={row}
          focused={row.key === current}
          toggle={() => toggle(row.key, !row.open)}
          go={() => setWanted(row.key)}
        />
      ))}
    </ul>
  )
}

interface EntryProps {
  readonly row: TreeRow
  readonly focused: boolean
  readonly toggle: () => void
  readonly go: () => void
}

function Entry({ row, focused, toggle, go }: EntryProps) {
  const { entry, level, place, siblings, open } = row
  const { ref, name, word, meaning, reason, message, since, children } = entry
  return (
    <li
      role="treeitem"
      class={lookClass(meaning)}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={children.length === 0 ? undefined : open}
      aria-selected={focused}
      tabIndex={focused ? 0 : -1}
      onFocus={go}
      style={{ '--level': String(level - 1) }}
    >
      <span class="entry">
        {children.length === 0 ? (
          <span class="twist" />
        ) : (
          // The keys do the same; for them this is no stop.
          <span class={`twist ${open ? 'is-open' : ''}`} onClick={toggle} aria-hidden="true" />
        )}
        {ref === undefined ? (
          <b>{safeText(name)}</b>
        ) : (
          <a href={objectHref(ref)} tabIndex={-1}>
            {ref.kind !== '' && <span class="kind">{safeText(ref.kind)} </span>}
            {safeText(ref.name)}
          </a>
        )}
        {!open && children.length > 0 && <span class="muted">({children.length})</span>}
        <Word of={meaning} word={safeText(word)} />
        {reason !== undefined && reason !== '' && reason !== word && (
          <span class="reason">{safeText(reason)}</span>
        )}
        {since !== undefined && (
          <span class="muted since">
            <Age since={since} words="" />
          </span>
        )}
      </span>
      {message !== undefined && message !== '' && (
        <span class="entry-message">
          <Message text={message} />
        </span>
      )}
    </li>
  )
}
