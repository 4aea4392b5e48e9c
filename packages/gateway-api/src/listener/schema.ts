import type { ObjectNode, SchemaNode } from '@sitrep/status'
import {
  conditions,
  group,
  hostname,
  kind,
  labelSelector,
  options,
  port,
  protocol,
  secretReference,
  sectionName,
} from '../crds/nodes.ts'
import { gatewayGroup } from '../kinds.ts'

/** From which namespaces something is taken. */
export const namespaces = (from: readonly string[], otherwise: string): ObjectNode => ({
  type: 'object',
  default: { from: otherwise },
  properties: { from: { type: 'string', enum: from, default: otherwise }, selector: labelSelector },
})

const routeKind: ObjectNode = {
  type: 'object',
  required: ['kind'],
  properties: { group: { ...group, default: gatewayGroup } as SchemaNode, kind },
}

const routeKinds: SchemaNode = { type: 'array', items: routeKind, maxItems: 8, owned: 'whole' }

const listener: ObjectNode = {
  type: 'object',
  required: ['name', 'port', 'protocol'],
  properties: {
    name: sectionName,
    hostname,
    port,
    protocol,
    tls: {
      type: 'object',
      properties: {
        mode: { type: 'string', enum: ['Terminate', 'Passthrough'], default: 'Terminate' },
        certificateRefs: { type: 'array', items: secretReference, maxItems: 64, owned: 'whole' },
        options,
      },
      rules: [
        [
          "self.mode != 'Terminate' || has(self.certificateRefs) && size(self.certificateRefs) > 0 || has(self.options) && size(self.options) > 0",
          'A listener that ends TLS needs certificateRefs or options',
        ],
      ],
    },
    allowedRoutes: {
      type: 'object',
      default: { namespaces: { from: 'Same' } },
      properties: { namespaces: namespaces(['All', 'Selector', 'Same'], 'Same'), kinds: routeKinds },
    },
  },
}

/** The listeners of a Gateway or ListenerSet. */
export const listenersSchema: SchemaNode = {
  type: 'array',
  minItems: 1,
  maxItems: 64,
  owned: ['name'],
  items: listener,
  rules: [
    [
      "self.all(l, !(l.protocol in ['HTTP', 'TCP', 'UDP']) || !has(l.tls))",
      'A listener for HTTP, TCP or UDP has no tls',
    ],
    [
      "self.all(l, l.protocol != 'HTTPS' || !has(l.tls) || l.tls.mode == '' || l.tls.mode == 'Terminate')",
      'A listener for HTTPS ends TLS itself',
    ],
    [
      "self.all(l, l.protocol != 'TLS' || has(l.tls) && has(l.tls.mode) && l.tls.mode != '')",
      'A listener for TLS says its mode',
    ],
    [
      "self.all(l, !(l.protocol in ['TCP', 'UDP']) || !has(l.hostname) || l.hostname == '')",
      'A listener for TCP or UDP has no hostname',
    ],
    [
      "self.all(l1, self.exists_one(l2, l1.port == l2.port && l1.protocol == l2.protocol && (has(l1.hostname) ? l1.hostname : '') == (has(l2.hostname) ? l2.hostname : '')))",
      'Every listener needs its own combination of port, protocol and hostname',
    ],
  ],
}

/** What is said of the listeners of a Gateway or ListenerSet. */
export const listenerStatusSchema: SchemaNode = {
  type: 'array',
  maxItems: 64,
  owned: ['name'],
  items: {
    type: 'object',
    required: ['attachedRoutes', 'conditions', 'name'],
    properties: {
      name: sectionName,
      supportedKinds: routeKinds,
      attachedRoutes: { type: 'integer', format: 'int32' },
      conditions,
    },
  },
}
