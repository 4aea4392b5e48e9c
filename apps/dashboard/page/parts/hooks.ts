import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { parseRoute, type Route } from '../route/route.ts'
import { AskError } from '../source/source.ts'
import type { Fleet, World } from '../world.ts'

/** The world that the page shows. */
export const WorldContext = createContext<World | undefined>(undefined)

/** The world; our mistake when there is none. */
export function useWorld(): World {
  const world = useContext(WorldContext)
  if (world === undefined) throw new TypeError('No world above')
  return world
}

/** The fleet, drawn again with every change. */
export function useFleet(): Fleet {
  const world = useWorld()
  const [fleet, setFleet] = useState(world.fleet)
  useEffect(() => {
    setFleet(world.fleet())
    return world.onFleet(() => setFleet(world.fleet()))
  }, [world])
  return fleet
}

/** What became of a question. What was answered before stays while it is asked again. */
export interface Asked<Answer> {
  readonly answer?: Answer
  readonly error?: AskError
}

const calmMs = 250

/** Asks, and asks again when something changes that the answer speaks of. */
export function useAnswer<Answer>(
  url: string,
  speaksOf?: (answer: Answer, keys: ReadonlySet<string>) => boolean,
): Asked<Answer> {
  const world = useWorld()
  const { asked: epoch, rows } = useFleet()
  const [asked, setAsked] = useState<Asked<Answer> & { readonly url: string }>({ url })
  const latest = useRef(asked)
  latest.current = asked
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (next: Asked<Answer>): void => {
      if (!gone) setAsked({ ...next, url })
    }
    const ask = (): void => {
      world.source.ask<Answer>(url).then(
        (answer) => show({ answer }),
        (error: unknown) => {
          if (!(error instanceof AskError)) throw error
          const { answer } = latest.current.url === url ? latest.current : {}
          // Whoever could be reached a moment ago is not gone: what was said is kept, and the page is marked as stale anyway.
          show(error.code === 'unreachable' && answer !== undefined ? { answer } : { error })
        },
      )
    }
    // Before the first answer about the fleet nobody knows whether a token is wanted.
    if (rows !== undefined) ask()
    const stop = world.onTouched((keys) => {
      const { answer } = latest.current
      if (timer !== undefined || answer === undefined || speaksOf === undefined || !speaksOf(answer, keys))
        return
      // Many changes come together: they are asked about once.
      timer = setTimeout(() => {
        timer = undefined
        ask()
      }, calmMs)
    })
    return () => {
      gone = true
      clearTimeout(timer)
      stop()
    }
  }, [world, url, epoch, rows !== undefined])
  return asked.url === url ? asked : {}
}

/** The instant from which ages are counted; it moves once a second, for all at once. */
export const NowContext = createContext(0)

/** The instant from which ages are counted. */
export const useNow = (): number => useContext(NowContext)

/** Where the address leads. */
export function useRoute(): Route {
  const [fragment, setFragment] = useState(location.hash)
  useEffect(() => {
    const look = (): void => setFragment(location.hash)
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  return parseRoute(fragment)
}

/** Changes the address without a step back for each letter typed. */
export function replaceHref(href: string): void {
  history.replaceState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** How wide an element is, measured again when that changes. */
export function useWidth(): readonly [ref: (element: HTMLElement | null) => void, width: number] {
  const [width, setWidth] = useState(0)
  const watched = useRef<ResizeObserver | undefined>(undefined)
  const ref = useRef((element: HTMLElement | null) => {
    watched.current?.disconnect()
    watched.current = undefined
    if (element === null) return
    setWidth(element.clientWidth)
    watched.current = new ResizeObserver(() => setWidth(element.clientWidth))
    watched.current.observe(element)
  })
  return [ref.current, width]
}
