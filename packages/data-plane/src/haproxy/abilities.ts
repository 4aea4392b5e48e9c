import type { Abilities } from '@sitrep/gateway-api'
import { retriedCodes } from './render/backends.ts'

/** A version of HAProxy, as `haproxy -v` tells it. */
export interface HaproxyVersion {
  readonly major: number
  readonly minor: number
}

/** Reads the first line of what `haproxy -v` prints; nothing where it is of another program. */
export function parseHaproxyVersion(printed: string): HaproxyVersion | undefined {
  const [, major, minor] = /^HA-?Proxy version (\d+)\.(\d+)/m.exec(printed) ?? []
  return major === undefined || minor === undefined
    ? undefined
    : { major: Number(major), minor: Number(minor) }
}

/** The oldest version that is driven from here: names without their port, and authorities of the machine. */
export const oldestHaproxy: HaproxyVersion = { major: 2, minor: 6 }

/** Whether a version is not older than the oldest that is driven from here. */
export const isDriven = ({ major, minor }: HaproxyVersion): boolean =>
  major > oldestHaproxy.major || (major === oldestHaproxy.major && minor >= oldestHaproxy.minor)

const headerFilters = ['RequestHeaderModifier', 'ResponseHeaderModifier'] as const

/** What HAProxy can do of Gateway API. It passes no UDP on, copies no request, and one port treats TLS in one way only. */
export const haproxyAbilities: Abilities = {
  protocols: {
    HTTP: ['HTTPRoute', 'GRPCRoute'],
    HTTPS: ['HTTPRoute', 'GRPCRoute'],
    TLS: ['TLSRoute'],
    TCP: ['TCPRoute'],
  },
  tlsTermination: true,
  mixedTlsModes: false,
  addressTypes: ['IPAddress', 'Hostname'],
  appProtocols: ['kubernetes.io/h2c', 'kubernetes.io/ws', 'kubernetes.io/wss'],
  filters: {
    HTTPRoute: [...headerFilters, 'RequestRedirect', 'URLRewrite'],
    GRPCRoute: headerFilters,
  },
  retry: { codes: retriedCodes, backoff: false, withinRequestTimeout: false },
  features: ['Gateway', 'HTTPRoute', 'ReferenceGrant'],
}
