const name = 'sitrep-token'

/** The token of this tab. It is kept for the session only, and never in an address. */
export const tokenStore = {
  get: (): string | undefined => stored() ?? undefined,
  set: (token: string): void => {
    try {
      sessionStorage.setItem(name, token)
    } catch {
      // Storage may be switched off: then the token lasts as long as the page.
      held = token
    }
  },
} as const

let held: string | null = null

function stored(): string | null {
  try {
    return sessionStorage.getItem(name) ?? held
  } catch {
    return held
  }
}

/** Takes the token from an address such as `#token=…`, and takes it out of the address before anybody copies that. */
export function takeToken(): void {
  const found = /^#token=([^&]*)(?:&(.*))?$/.exec(location.hash)
  if (found === null) return
  tokenStore.set(decodeURIComponent(found[1] ?? ''))
  history.replaceState(null, '', `${location.pathname}${location.search}#${found[2] ?? '/'}`)
}
