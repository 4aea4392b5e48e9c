import type { RoutingFilter } from '@sitrep/gateway-api'
import { at, type Fields, fields, list, number, text } from '@sitrep/status'
import { trimmed } from './buckets.ts'
import { format, isName, literal, plainFormat, word } from './text.ts'

/** What the lines of a filter depend on besides its settings. */
export interface FilterPlace {
  /** The prefix by which requests came to the rule, where that is how. */
  readonly prefix: string
  /** The port of the listener, as the Gateway names it. */
  readonly port: number
  readonly secured: boolean
}

/** The lines that carry a filter out; nothing for a type that is not known, which the statuses have refused before. */
export function filterLines(
  { type, settings }: RoutingFilter,
  place: FilterPlace,
): readonly string[] | undefined {
  switch (type) {
    case 'RequestHeaderModifier':
      return headerLines('http-request', settings)
    case 'ResponseHeaderModifier':
      return headerLines('http-response', settings)
    case 'URLRewrite':
      return rewriteLines(settings, place)
    case 'RequestRedirect':
      return redirectLines(settings, place)
    default:
      return undefined
  }
}

function headerLines(when: string, settings: Fields): readonly string[] {
  const named = (verb: string, field: string) =>
    list(settings[field])
      .map(fields)
      .flatMap(({ name, value }) =>
        isName(text(name) ?? '')
          ? [`${when} ${verb} ${word(String(name))} ${format(text(value) ?? '')}`]
          : [],
      )
  const removed = list(settings['remove']).flatMap((name) => {
    const given = text(name) ?? ''
    return isName(given) ? [`${when} del-header ${word(given)}`] : []
  })
  return [...named('set-header', 'set'), ...named('add-header', 'add'), ...removed]
}

function rewriteLines(settings: Fields, { prefix }: FilterPlace): readonly string[] {
  const hostname = text(settings['hostname'])
  const path = fields(settings['path'])
  const full = text(path['replaceFullPath'])
  const replacement = text(path['replacePrefixMatch'])
  return [
    ...(hostname === undefined ? [] : [`http-request set-header host ${format(hostname)}`]),
    ...(full === undefined ? [] : [`http-request set-path ${format(rooted(full))}`]),
    ...(replacement === undefined ? [] : [prefixLine(trimmed(prefix), trimmed(rooted(replacement)))]),
  ]
}

// The rest of a path keeps its slash, and no path is empty.
const prefixLine = (from: string, to: string): string =>
  to === ''
    ? `http-request replace-path ${word(`^${literal(from)}/?(.*)$`)} ${word('/\\1')}`
    : `http-request replace-path ${word(`^${literal(from)}(.*)$`)} ${word(`${backReferenceSafe(to)}\\1`)}`

const rooted = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

// In what replaces a text, a backslash refers to a part of what was found.
const backReferenceSafe = (text: string): string => plainFormat(text).replaceAll('\\', '\\\\')

function redirectLines(settings: Fields, { prefix, port, secured }: FilterPlace): readonly string[] {
  const scheme =
    text(settings['scheme']) === undefined
      ? secured
        ? 'https'
        : 'http'
      : String(settings['scheme']).toLowerCase()
  if (scheme !== 'http' && scheme !== 'https') return ['http-request return status 500']
  const usual = scheme === 'https' ? 443 : 80
  const given = number(settings['port']) ?? (settings['scheme'] === undefined ? port : usual)
  const hostname = text(settings['hostname'])
  const host = hostname === undefined ? '%[var(txn.host)]' : plainFormat(hostname)
  const code = [301, 302, 303, 307, 308].find((each) => each === settings['statusCode']) ?? 302
  const target = `${scheme}://${host}${given === usual ? '' : `:${given}`}`
  const full = text(at(settings, 'path', 'replaceFullPath'))
  const replacement = text(at(settings, 'path', 'replacePrefixMatch'))
  const rewrite =
    full !== undefined
      ? [`http-request set-path ${format(rooted(full))}`]
      : replacement !== undefined
        ? rewriteLines({ path: { replacePrefixMatch: replacement } }, { prefix, port, secured })
        : []
  return [...rewrite, `http-request redirect location ${word(`${target}%[pathq]`)} code ${code}`]
}
