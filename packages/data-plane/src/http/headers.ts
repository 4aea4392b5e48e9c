import type { OutgoingMessage } from 'node:http'
import { corsAnswerHeaders } from './filters/cors.ts'

/** How many headers a message may have, besides their size. */
export const mostHeaders = 2_000

/** What the headers of a request say about the request itself. */
export interface HeaderSurvey {
  /** The values of all `Host` headers. */
  readonly hosts: readonly string[]
  readonly length: string | undefined
  readonly chunked: boolean
  /** Headers that are meant for us alone, in lower case. */
  readonly dropped: ReadonlySet<string>
  readonly trailersWanted: boolean
  readonly grpc: boolean
}

// What concerns one connection only. Framing is written anew from what was really read.
const hopByHop: readonly string[] = [
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]
const always: ReadonlySet<string> = new Set(hopByHop)
// What a message cannot do without: naming it as meant for one connection must not take it away from the backend.
const kept = new Set(['host', 'content-length', 'content-type', 'cookie', 'authorization'])

/** Reads what the headers of a request say about the request itself. */
export function surveyHeaders(lines: readonly string[]): HeaderSurvey {
  const hosts: string[] = []
  let [length, named, te, type] = [undefined, '', '', ''] as [string | undefined, string, string, string]
  let chunked = false
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const value = lines[index + 1] ?? ''
    switch ((lines[index] ?? '').toLowerCase()) {
      case 'host':
        hosts.push(value)
        break
      case 'content-length':
        length = value
        break
      case 'transfer-encoding':
        chunked = true
        break
      case 'connection':
        named = named === '' ? value : `${named},${value}`
        break
      case 'te':
        te = `${te},${value}`
        break
      case 'content-type':
        type = value
        break
    }
  }
  const grpc = type.startsWith('application/grpc')
  return { hosts, length, chunked, dropped: droppedBy(named), trailersWanted: /\btrailers\b/i.test(te), grpc }
}

function droppedBy(connection: string): ReadonlySet<string> {
  if (connection === '' || /^(keep-alive|close)$/i.test(connection)) return always
  const named = connection.split(',').map((name) => name.trim().toLowerCase())
  return new Set([...hopByHop, ...named.filter((name) => !kept.has(name))])
}

/** Who asks, as a backend is told. */
export interface Client {
  readonly address: string
  readonly scheme: 'http' | 'https'
  readonly port: number
  /** The host as it was asked for. */
  readonly authority: string
}

/** The headers of a request as a backend gets them, without `Host`; `Expect` stays where it was said. */
export function forwardedHeaders(lines: readonly string[], survey: HeaderSurvey, client: Client): string[] {
  const sent: string[] = []
  let forwardedFor = ''
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = lines[index] ?? ''
    const value = lines[index + 1] ?? ''
    switch (name.toLowerCase()) {
      case 'host':
      case 'content-length':
      case 'x-forwarded-host':
      case 'x-forwarded-port':
      case 'x-forwarded-proto':
        break
      case 'x-forwarded-for':
        forwardedFor = `${forwardedFor}${value}, `
        break
      default:
        if (!survey.dropped.has(name.toLowerCase())) sent.push(name, value)
    }
  }
  if (survey.length !== undefined && !survey.chunked) sent.push('Content-Length', survey.length)
  if (survey.trailersWanted) sent.push('TE', 'trailers')
  sent.push('X-Forwarded-For', forwardedFor + client.address, 'X-Forwarded-Proto', client.scheme)
  if (client.authority !== '') sent.push('X-Forwarded-Host', client.authority)
  sent.push('X-Forwarded-Port', String(client.port))
  return sent
}

/** The headers of a backend's answer as a client gets them; `cors` says that a filter speaks for those of CORS. */
export function answerHeaders(lines: readonly string[], { cors }: { readonly cors: boolean }): string[] {
  let named = ''
  let chunked = false
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = (lines[index] ?? '').toLowerCase()
    if (name === 'connection') named = `${named},${lines[index + 1]}`
    if (name === 'transfer-encoding') chunked = true
  }
  const dropped = droppedBy(named.slice(1))
  const sent: string[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = lines[index] ?? ''
    const plain = name.toLowerCase()
    const out =
      plain.startsWith(':') ||
      dropped.has(plain) ||
      (chunked && plain === 'content-length') ||
      (cors && corsAnswerHeaders.has(plain))
    if (!out) sent.push(name, lines[index + 1] ?? '')
  }
  return sent
}

const noTrailers = new Set([...hopByHop, ...kept, 'trailer', 'content-encoding', 'expect', 'set-cookie'])

/** Trailers that may be passed on: those that cannot change what the message before them meant. */
export function passedTrailers(lines: readonly string[]): readonly string[] {
  const passed: string[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) {
    const name = (lines[index] ?? '').toLowerCase()
    if (!name.startsWith(':') && !noTrailers.has(name)) passed.push(name, lines[index + 1] ?? '')
  }
  return passed
}

/** Headers by pairs. */
export function inPairs(lines: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < lines.length; index += 2)
    pairs.push([lines[index] ?? '', lines[index + 1] ?? ''])
  return pairs
}

/** Adds trailers to a message in HTTP/1.1. Those that it cannot hold are left out: the message before them is whole. */
export function addTrailers(message: OutgoingMessage, lines: readonly string[]): void {
  try {
    if (lines.length > 0) message.addTrailers(inPairs(lines))
  } catch {
    // A character that no header may have: there is nobody left to tell.
  }
}
