import type { RoutingListener } from '@sitrep/gateway-api'
import { backendSections } from './backends.ts'
import { covers } from './classes.ts'
import { bindLine, frontendSection, type Manner } from './frontend.ts'
import { isHostname, word } from './text.ts'
import {
  authoritiesKey,
  type Line,
  type Origin,
  type Rendered,
  type RenderedSite,
  type RenderInput,
} from './types.ts'

/** Writes the configuration of all sites: the same input gives the same text. */
export function render(input: RenderInput): Rendered {
  const lines: { line: Line; site?: number }[] = preamble(input).map((text) => ({ line: { text } }))
  const files: Record<string, string> = {}
  const served = input.sites.map((site, index) => {
    const names = new Set<string>()
    const ports = new Map<number, RoutingListener[]>()
    for (const listener of site.configuration.spec.listeners)
      ports.set(listener.port, [...(ports.get(listener.port) ?? []), withoutRefused(listener, site)])
    for (const [port, listeners] of ports) {
      const written = portSections({ input, site, index, port, listeners })
      lines.push(...written.lines.map((line) => ({ line, site: index })))
      Object.assign(files, written.files)
      for (const name of written.served) names.add(name)
    }
    return names
  })
  const origins = new Map<number, Origin>(
    lines.flatMap(({ line: { rule }, site }, place) =>
      site === undefined ? [] : [[place + 1, { site, ...(rule !== undefined && { rule }) }]],
    ),
  )
  return {
    files: { ...files, 'haproxy.cfg': `${lines.map(({ line }) => line.text).join('\n')}\n` },
    origins,
    served,
  }
}

function preamble({ version, limits, socket }: RenderInput): readonly string[] {
  return [
    'global',
    `  stats socket ${word(socket)} mode 600 level admin expose-fd listeners`,
    `  set-var proc.version str(${version.replaceAll(/[^A-Za-z0-9.-]/g, '')})`,
    `  hard-stop-after ${limits.drainMs}`,
    '  noreuseport',
    `  tune.bufsize ${Math.max(16_384, limits.headerBytes) + 1_024}`,
    '  tune.maxrewrite 1024',
    '  ssl-default-bind-options ssl-min-ver TLSv1.2',
    'defaults',
    `  timeout connect ${limits.connectMs}`,
    `  timeout client ${limits.idleMs}`,
    `  timeout server ${limits.idleMs}`,
    `  timeout tunnel ${limits.idleMs}`,
    `  timeout http-request ${limits.headersMs}`,
    `  timeout http-keep-alive ${limits.idleMs}`,
    '  option http-keep-alive',
    '  option idle-close-on-response',
    '  http-reuse safe',
  ]
}

// Requests for what the program does not take find nothing, rather than being led elsewhere by half of their conditions.
const withoutRefused = (listener: RoutingListener, { refused }: RenderedSite): RoutingListener => ({
  ...listener,
  entries: listener.entries.filter(({ rule }) => !refused.has(rule)),
})

interface PortInput {
  readonly input: RenderInput
  readonly site: RenderedSite
  readonly index: number
  readonly port: number
  readonly listeners: readonly RoutingListener[]
}

function portSections({ input, site, index, port, listeners }: PortInput) {
  const sockets = site.binds.get(port) ?? []
  const [first] = listeners
  const manner = first === undefined ? undefined : mannerOf(first)
  const nothing = { lines: [] as readonly Line[], files: {}, served: [] as readonly string[] }
  if (manner === undefined || sockets.length === 0) return nothing
  const ends = manner === 'https' || manner === 'tls'
  const alike = listeners.filter(
    (listener) => mannerOf(listener) === manner && (!ends || certificateLines(listener, site).length > 0),
  )
  if (alike.length === 0) return nothing
  const name = `s${index}.${port}`
  const list = `${name}.certificates`
  const tls = ends
    ? { list: `${input.folder}/${list}`, strict: !alike.some(catchesAll), http: manner === 'https' }
    : undefined
  const keys = Object.keys(site.configuration.spec.rules)
  const use = (key: string) => ({ site, key, name: `${name}.r${keys.indexOf(key)}` })
  const uses = [...new Set(alike.flatMap(({ entries }) => entries.map(({ rule }) => rule)))]
  const prefixes = new Map(
    alike.flatMap(({ entries }) =>
      entries.map(({ rule, match }) => [rule, match?.path.value ?? '/'] as const),
    ),
  )
  const frontend = frontendSection({
    name,
    folder: input.folder,
    manner,
    port,
    listeners: alike,
    binds: sockets.map((socket) => bindLine(socket, tls)),
    connections: input.limits.connections,
    use,
    uses,
  })
  const mode = manner === 'http' || manner === 'https' ? 'http' : 'tcp'
  const backends = uses.flatMap((key) => {
    const place = { prefix: prefixes.get(key) ?? '/', port, secured: manner === 'https' }
    return backendSections({ ...use(key), mode, passthrough: manner === 'passthrough', place }, input.limits)
  })
  const certificates = [...alike.filter(catchesAll), ...alike.filter((each) => !catchesAll(each))]
  return {
    lines: [...frontend.lines, ...backends],
    files: {
      ...frontend.files,
      ...(ends && { [list]: certificates.flatMap((each) => certificateLines(each, site)).join('') }),
    },
    served: alike.map((listener) => listener.name),
  }
}

const catchesAll = ({ hostname }: RoutingListener): boolean => (hostname ?? '') === ''

const manners: Readonly<Record<string, Manner>> = { HTTP: 'http', HTTPS: 'https', TCP: 'tcp' }

const mannerOf = ({ protocol, tls }: RoutingListener): Manner | undefined =>
  protocol === 'TLS' ? (tls?.mode === 'Passthrough' ? 'passthrough' : 'tls') : manners[protocol]

/**
 * The lines of the list of certificates for a listener, with the names that each is shown for. A wildcard there stands for one label
 * only, so that the names of routes are added to it.
 */
function certificateLines(
  { hostname = '', tls, entries }: RoutingListener,
  site: RenderedSite,
): readonly string[] {
  const files = (tls?.certificates ?? []).flatMap(
    (ref) => site.certificates[`${ref.kind}/${ref.namespace}/${ref.name}`] ?? [],
  )
  const asked = clientWords(tls?.clients, site)
  if (asked === undefined) return []
  const wide = hostname.toLowerCase()
  return files.map(({ path, names }, index) => {
    const own = names.map((name) => name.toLowerCase()).filter((name) => covers(wide, name))
    const further = index > 0 ? [] : [wide || '*', ...entries.map((entry) => entry.hostname.toLowerCase())]
    const shown = [...new Set([...further, ...own])].filter((name) => name === '*' || isHostname(name))
    return `${path} ${asked}${shown.join(' ')}\n`
  })
}

/** What is asked of clients; nothing where it cannot be had and nobody may be let in instead. */
function clientWords(
  clients: NonNullable<RoutingListener['tls']>['clients'],
  { authorities }: RenderedSite,
): string | undefined {
  if (clients === undefined) return ''
  const file = authorities[authoritiesKey(clients.authorities)]
  if (file === undefined) return undefined
  return clients.mode === 'AllowInsecureFallback'
    ? `[verify optional ca-file ${file} ca-ignore-err all crt-ignore-err all] `
    : `[verify required ca-file ${file}] `
}
