import { type Fields, number, text } from '@sitrep/status'
import type { Target } from '../target.ts'
import { readPathChange } from './paths.ts'
import { headerText } from './safe-text.ts'

/** What a redirect is made from. */
export interface Redirected {
  readonly target: Target
  readonly scheme: 'http' | 'https'
  /** The port of the listener. */
  readonly port: number
  /** The prefix that was matched; empty where none was. */
  readonly prefix: string
}

/** Where a request is sent instead, and how that is said. */
export interface Redirect {
  readonly status: number
  readonly location: (redirected: Redirected) => string
}

const usualPorts: Readonly<Record<string, number>> = { http: 80, https: 443 }

/** Reads a RequestRedirect. */
export function readRedirect(settings: Fields): Redirect {
  const scheme = text(settings['scheme'])
  const hostname = text(settings['hostname'])
  const port = number(settings['port'])
  const change = readPathChange(settings)
  return {
    status: number(settings['statusCode']) ?? 302,
    location: ({ target, scheme: spoken, port: listening, prefix }) => {
      const path = change === undefined ? target.path : change(target.path, prefix)
      const host = hostname === undefined ? target.host : headerText(hostname)
      // Nobody said which host this is, so that only the path can be told.
      if (host === '') return `${path}${target.search}`
      const to = scheme ?? spoken
      const usual = usualPorts[to]
      const chosen = port ?? (scheme === undefined ? listening : usual)
      const shown = chosen === undefined || chosen === usual ? '' : `:${chosen}`
      return `${to}://${host}${shown}${path}${target.search}`
    },
  }
}
