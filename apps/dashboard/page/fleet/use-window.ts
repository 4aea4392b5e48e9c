import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ListShape, type ListWindow, scrollToSee, windowOf } from './window.ts'

/** A list in the page of which only what is seen is drawn. */
export interface DrawnList extends ListWindow {
  readonly ref: { current: HTMLElement | null }
  /** Moves the focus by so many items with the arrow keys; for the list's `onKeyDown`. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

// Drawn before anything was measured.
const guessedHeight = 900

/** Draws of a list what is seen of it while the whole page is scrolled. */
export function useWindow({ items, columns, lineHeight }: ListShape): DrawnList {
  const ref = useRef<HTMLElement | null>(null)
  const shape = { items, columns, lineHeight }
  const [drawn, setDrawn] = useState(() => windowOf(shape, 0, guessedHeight))
  const wanted = useRef<number | undefined>(undefined)

  useLayoutEffect(() => {
    let frame = 0
    const look = (): void => {
      frame = 0
      const next = windowOf({ items, columns, lineHeight }, scrolledPast(ref.current), innerHeight)
      setDrawn((before) => (sameWindow(before, next) ? before : next))
    }
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    look()
    addEventListener('scroll', soon, { passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', soon)
      removeEventListener('resize', soon)
    }
  }, [items, columns, lineHeight])

  // What the arrow keys went to may be drawn only now.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    if (focusItem(ref.current, wanted.current)) wanted.current = undefined
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    const from = (event.target as Element).closest('[data-item]')?.getAttribute('data-item')
    const to = from === null || from === undefined ? undefined : moved(Number(from), event.key, shape)
    if (to === undefined) return
    event.preventDefault()
    const view = { scrolled: scrolledPast(ref.current) + stickyHeight, seen: innerHeight - stickyHeight }
    const top = scrollToSee(shape, to, view)
    if (top !== undefined) scrollTo(0, scrollY - scrolledPast(ref.current) + top - stickyHeight)
    if (!focusItem(ref.current, to)) wanted.current = to
  }
  // After filtering, the list may be shorter than what was drawn last.
  const fits = drawn.end <= items
  return { ...(fits ? drawn : windowOf(shape, 0, guessedHeight)), ref, onKeyDown }
}

// The bar on top and the head of the table lie over the list.
const stickyHeight = 90

const scrolledPast = (element: HTMLElement | null): number =>
  element === null ? 0 : -element.getBoundingClientRect().top

const sameWindow = (a: ListWindow, b: ListWindow): boolean =>
  a.first === b.first && a.end === b.end && a.below === b.below

function focusItem(list: HTMLElement | null, item: number): boolean {
  const link = list?.querySelector<HTMLElement>(`[data-item="${item}"] a`)
  link?.focus({ preventScroll: true })
  return link !== undefined && link !== null
}

function moved(from: number, key: string, { items, columns, lineHeight }: ListShape): number | undefined {
  const page = Math.max(1, Math.floor(innerHeight / lineHeight) - 2) * columns
  const by: Readonly<Record<string, number>> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: page,
    PageUp: -page,
    Home: -items,
    End: items,
    ...(columns > 1 ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
  }
  const step = by[key]
  return step === undefined ? undefined : Math.min(Math.max(from + step, 0), items - 1)
}
