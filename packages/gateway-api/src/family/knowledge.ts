import type { KindKnowledge } from '@sitrep/status'
import { experimentalGroup, gatewayGroup as group, routeKinds } from '../kinds.ts'

const source = 'Gateway API, GEP-1364 and the API reference'

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
export const knowledge: readonly KindKnowledge[] = [
  { source, group, kinds: ['GatewayClass'], needs: ['Accepted'], conditions, reasons },
  {
    source,
    group,
    kinds: ['Gateway', 'ListenerSet'],
    needs: ['Accepted', 'Programmed'],
    conditions,
    reasons,
    skip: ['status.addresses'],
  },
  {
    source,
    group,
    kinds: routeKinds.map(({ kind }) => kind),
    needs: ['Accepted', 'ResolvedRefs'],
    conditions,
    reasons,
  },
  { source, group, kinds: ['BackendTLSPolicy'], needs: ['Accepted'], conditions, reasons },
  { source, group, kinds: ['ReferenceGrant'], quiet: true },
  { source, group: experimentalGroup, conditions, reasons },
]
