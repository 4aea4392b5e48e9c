import type {
  RoutingBackend,
  RoutingConfigurationSpec,
  RoutingEntry,
  RoutingListener,
  RoutingMatch,
  RoutingRule,
} from '@sitrep/gateway-api'
import type { Materials, Place, Site } from './data-plane.ts'

/** A match by prefix, with whatever else is asked. */
export const prefix = (value: string, more: Partial<RoutingMatch> = {}): RoutingMatch => ({
  path: { type: 'PathPrefix', value },
  headers: [],
  queryParams: [],
  ...more,
})

/** A match by the whole path. */
export const exact = (value: string): RoutingMatch => prefix(value, { path: { type: 'Exact', value } })

/** A value that must be there. */
export const value = (name: string, text: string, type = 'Exact') => ({ type, name, value: text })

/** One thing that a listener tries. */
export const entry = (rule: string, match?: RoutingMatch, hostname = ''): RoutingEntry => ({
  hostname,
  ...(match !== undefined && { match }),
  rule,
})

/** A rule that leads to backends by their keys, all with the same weight. */
export const rule = (backends: readonly string[], more: Partial<RoutingRule> = {}): RoutingRule => ({
  route: 'HTTPRoute/shop/web',
  index: 0,
  filters: [],
  backends: backends.map((backend) => ({ weight: 1, backend, filters: [] })),
  ...more,
})

/** A backend with endpoints on loopback. */
export const backend = (ports: readonly number[], more: Partial<RoutingBackend> = {}): RoutingBackend => ({
  service: { namespace: 'shop', name: 'web' },
  port: 80,
  portName: 'http',
  transport: 'TCP',
  endpoints: ports.map((port) => ({ address: '127.0.0.1', port })),
  ...more,
})

/** A listener in clear text. */
export const listener = (
  entries: readonly RoutingEntry[],
  more: Partial<RoutingListener> = {},
): RoutingListener => ({ name: 'http', port: 80, protocol: 'HTTP', entries, ...more })

/** A Gateway `infra/edge` on loopback. */
export function site(
  spec: Partial<RoutingConfigurationSpec>,
  place: Partial<Place> = {},
  materials: Partial<Materials> = {},
): Site {
  return {
    configuration: {
      apiVersion: 'sitrep.dev/v1alpha1',
      kind: 'RoutingConfiguration',
      metadata: { namespace: 'infra', name: 'edge' },
      spec: {
        version: '1',
        generations: { 'Gateway/infra/edge': 1, 'HTTPRoute/shop/web': 1 },
        addresses: [],
        listeners: [],
        rules: {},
        backends: {},
        ...spec,
      },
    },
    materials: { certificates: {}, authorities: {}, ...materials },
    place: {
      addresses: [{ type: 'IPAddress', value: '127.0.0.1' }],
      hosts: ['127.0.0.1'],
      ports: {},
      ...place,
    },
  }
}
