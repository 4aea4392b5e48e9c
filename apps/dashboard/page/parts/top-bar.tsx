import { safeText } from '@sitrep/present'
import { useEffect, useState } from 'preact/hooks'
import type { Route } from '../route/route.ts'
import type { Connection } from '../source/source.ts'
import { useFleet, useNow } from './hooks.ts'
import { formatInstant, formatTime } from './text.tsx'

const pages = [
  ['fleet', '#/', 'Fleet'],
  ['events', '#/events', 'Events'],
  ['rules', '#/rules', 'Rules'],
] as const

/** What stands above every page: where else to go, how current this is, light or dark. */
export function TopBar({ route }: { readonly route: Route }) {
  const { connection } = useFleet()
  return (
    <>
      <header class="top-bar">
        <a class="brand" href="#/">
          Sitrep
        </a>
        <nav aria-label="Pages">
          {pages.map(([page, href, words]) => (
            <a key={page} href={href} aria-current={route.page === page ? 'page' : undefined}>
              {words}
            </a>
          ))}
        </nav>
        <ConnectionState connection={connection} />
        <ThemeSwitch />
      </header>
      {connection.state === 'stale' && <StaleBanner since={connection.since} />}
    </>
  )
}

function ConnectionState({ connection }: { readonly connection: Connection }) {
  const words = ((): string => {
    switch (connection.state) {
      case 'connecting':
        return 'Connecting'
      case 'live':
        return 'Live'
      case 'stale':
        return 'Not current'
      case 'token-wanted':
        return 'Token wanted'
      case 'snapshot':
        return `Snapshot of ${formatInstant(connection.at)}`
    }
  })()
  const more =
    connection.state === 'snapshot' && connection.words !== '' ? safeText(connection.words) : undefined
  return (
    <p class={`connection at-${connection.state}`} role="status" title={more}>
      <i aria-hidden="true" />
      {words}
      {more !== undefined && <span class="wide-only">({more})</span>}
    </p>
  )
}

function StaleBanner({ since }: { readonly since: number }) {
  const now = useNow()
  return (
    <p class="stale" role="alert">
      The connection is lost. What you see was so at {formatTime(since, now)}; it is tried again by itself.
    </p>
  )
}

const themes = ['auto', 'light', 'dark'] as const

type Theme = (typeof themes)[number]

const themeKey = 'sitrep-theme'

function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  useEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    try {
      localStorage.setItem(themeKey, theme)
    } catch {
      // Storage may be switched off: then the choice lasts as long as the page.
    }
  }, [theme])
  return (
    <label class="theme">
      <span class="hidden">Colours</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {themes.map((each) => (
          <option key={each} value={each}>
            {each === 'auto' ? 'Auto' : each === 'light' ? 'Light' : 'Dark'}
          </option>
        ))}
      </select>
    </label>
  )
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(themeKey)
    return themes.find((each) => each === stored) ?? 'auto'
  } catch {
    return 'auto'
  }
}
