import { isIP } from 'node:net'
import { at, type Fields, fields, list, text } from '@sitrep/status'
import { parse, stringify } from 'yaml'
import type { WireTarget } from './wire.ts'

/** Where the current context of a kubeconfig leads. */
export function targetOf(kubeconfig: string): WireTarget {
  const url = new URL(serverOf(parse(kubeconfig)))
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port }
}

/** The same kubeconfig, leading over another address. Certificates are still checked for the name of the server itself. */
export function through(kubeconfig: string, { host, port }: WireTarget): string {
  const config = parse(kubeconfig) as unknown
  const url = new URL(serverOf(config))
  const name = url.hostname.replace(/^\[|\]$/g, '')
  url.hostname = host
  url.port = String(port)
  const server = url.toString().replace(/\/$/, '')
  const chosen = currentCluster(config)
  const clusters = list(at(config, 'clusters')).map((entry) => {
    if (at(entry, 'name') !== chosen) return entry
    const cluster: Fields = {
      ...fields(at(entry, 'cluster')),
      server,
      ...(isIP(name) === 0 && { 'tls-server-name': name }),
    }
    return { ...fields(entry), cluster }
  })
  return stringify({ ...fields(config), clusters }, { lineWidth: 0 })
}

function serverOf(config: unknown): string {
  const chosen = currentCluster(config)
  const entry = list(at(config, 'clusters')).find((candidate) => at(candidate, 'name') === chosen)
  const server = text(at(entry, 'cluster', 'server'))
  if (server === undefined) throw new TypeError('The kubeconfig of a workload cluster names no server')
  return server
}

function currentCluster(config: unknown): string | undefined {
  const name = at(config, 'current-context')
  const context = list(at(config, 'contexts')).find((candidate) => at(candidate, 'name') === name)
  return text(at(context, 'context', 'cluster'))
}
