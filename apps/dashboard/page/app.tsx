import { safeText } from '@sitrep/present'
import { formatRef } from '@sitrep/status'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { EventsPage } from './events/events-page.tsx'
import { FleetPage } from './fleet/fleet-page.tsx'
import { ObjectPage } from './object/object-page.tsx'
import { NowContext, useRoute, WorldContext } from './parts/hooks.ts'
import { Notice } from './parts/states.tsx'
import { TopBar } from './parts/top-bar.tsx'
import type { Route } from './route/route.ts'
import { RulesPage } from './rules/rules-page.tsx'
import type { World } from './world.ts'

/** The whole page. */
export function App({ world }: { readonly world: World }) {
  const route = useRoute()
  useArrival(route)
  return (
    <WorldContext.Provider value={world}>
      <Clock now={world.now}>
        <a class="skip" href="#main" onClick={skip}>
          Skip to what is shown
        </a>
        <TopBar route={route} />
        <main id="main" tabIndex={-1}>
          <Shown route={route} />
        </main>
      </Clock>
    </WorldContext.Provider>
  )
}

function Clock({ now, children }: { readonly now: () => number; readonly children: ComponentChildren }) {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000)
    return () => clearInterval(timer)
  }, [now])
  return <NowContext.Provider value={at}>{children}</NowContext.Provider>
}

function Shown({ route }: { readonly route: Route }) {
  switch (route.page) {
    case 'fleet':
      return <FleetPage query={route.query} />
    case 'object':
      return <ObjectPage to={route.ref} tab={route.tab} />
    case 'rules':
      return <RulesPage {...(route.kind === undefined ? {} : { kind: route.kind })} />
    case 'events':
      return <EventsPage />
    case 'nowhere':
      return (
        <>
          <h1>No such page</h1>
          <Notice title="This address leads nowhere">
            <p>
              <a href="#/">Back to the fleet</a>
            </p>
          </Notice>
        </>
      )
  }
}

// The fragment is taken by the routes.
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

const titleOf = (route: Route): string => {
  switch (route.page) {
    case 'fleet':
      return 'Fleet'
    case 'object':
      return safeText(formatRef(route.ref))
    case 'rules':
      return 'Rules'
    case 'events':
      return 'Events'
    case 'nowhere':
      return 'No such page'
  }
}

/** Whoever comes to another page begins at its top, and is told where that is. */
function useArrival(route: Route): void {
  const title = titleOf(route)
  const place = `${route.page} ${title}`
  const before = useRef(place)
  useEffect(() => {
    document.title = `${title} · Sitrep`
    if (before.current === place) return
    before.current = place
    scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [place, title])
}
