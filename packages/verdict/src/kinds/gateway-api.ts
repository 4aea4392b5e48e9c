import type { Registry } from './knowledge.ts'

const source = 'Gateway API, GEP-1364 and the API reference'
const group = 'gateway.networking.k8s.io'

// Conflicted=False and its like may be written or left out; neither says that all is well.
const conditions = {
  Accepted: 'whole',
  Programmed: 'whole',
  ResolvedRefs: 'whole',
  Ready: 'whole',
  AddressesAssigned: 'part',
  SupportedVersion: 'part',
  Scheduled: 'part',
  Conflicted: 'problem',
  Detached: 'problem',
  PartiallyInvalid: 'problem',
  // Warnings about what is in force all the same.
  OverlappingTLSConfig: 'neutral',
  InsecureFrontendValidationMode: 'neutral',
} as const

const reasons = { Pending: 'progress', NotReconciled: 'progress', Waiting: 'progress' } as const

/** Gateway API: each parent, listener and ancestor has a list of its own. */
export const gatewayApiKinds: Registry = [
  { source, group, kinds: ['GatewayClass'], needs: ['Accepted'], conditions, reasons },
  {
    source,
    group,
    kinds: ['Gateway', 'ListenerSet', 'XListenerSet'],
    needs: ['Accepted', 'Programmed'],
    conditions,
    reasons,
    entries: ['status.listeners'],
    skip: ['status.addresses'],
  },
  {
    source,
    group,
    kinds: ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'],
    needs: ['Accepted', 'ResolvedRefs'],
    conditions,
    reasons,
    entries: ['status.parents'],
  },
  { source, group, kinds: ['BackendTLSPolicy'], needs: ['Accepted'], conditions, reasons },
  { source, group, kinds: ['ReferenceGrant'], quiet: true },
  { source, group: 'gateway.networking.x-k8s.io', conditions, reasons },
]
