import {
  type Family,
  type HoldRow,
  type KubeObject,
  kindKey,
  type Lead,
  profiles,
  refOf,
} from '@sitrep/status'
import { advice } from './family/advice.ts'
import { kinds } from './family/kinds.ts'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'
import {
  configMapKind,
  dataPlaneReportKind,
  endpointSliceKind,
  experimentalGroup,
  gatewayClassKind,
  gatewayGroup,
  gatewayKind,
  listenerSetKind,
  namespaceKind,
  secretKind,
  serviceKind,
} from './kinds.ts'
import { gatewayApiSettings } from './setup.ts'

const hasListeners = (object: KubeObject): boolean =>
  [gatewayKind, listenerSetKind].some((kind) => kindKey(kind) === kindKey(refOf(object)))

const isGatewayGroup = (group: string): boolean => group === gatewayGroup || group === experimentalGroup

const itself = { way: 'itself' } as const

/** Reasons that may tell of a listener. */
const listenerReasons =
  'ListenersNotValid|ListenersNotReady|ListenersNotResolved|Invalid|InvalidCertificateRef|RefNotPermitted|Pending'

// biome-ignore format: the table is read as one; its columns stay aligned
/** A Gateway follows from its listeners, and from whether anybody has taken its class. */
const leads: readonly Lead[] = [
  { of: hasListeners, types: 'Accepted|Programmed|ResolvedRefs|Ready', reasons: listenerReasons, only: 'reported', by: itself, to: ['listeners[*]:Accepted', 'listeners[*]:ResolvedRefs', 'listeners[*]:Conflicted=True'] },
  { of: hasListeners, types: 'Programmed|ResolvedRefs|Ready',          reasons: listenerReasons, only: 'reported', by: itself, to: ['listeners[*]:Programmed'] },
  // A Gateway that is refused as a whole (Invalid) is not refused because its listeners wait for it.
  { of: hasListeners, types: 'Accepted', reasons: 'ListenersNotValid|ListenersNotReady|Pending', only: 'reported', by: itself, to: ['listeners[*]:Programmed'] },
  { of: hasListeners, types: 'Programmed|Ready', only: 'reported', by: itself, to: ['Accepted', 'ResolvedRefs'] },
  { of: hasListeners, within: 'listeners', types: 'Programmed|Ready', by: itself, to: ['Accepted', 'ResolvedRefs', 'Conflicted=True'] },
  { of: () => true,   within: 'parents',   types: 'Programmed|Ready', by: itself, to: ['Accepted', 'ResolvedRefs'] },
  { of: hasListeners, types: 'Accepted', reasons: 'Pending', by: { way: 'refers', path: 'spec.gatewayClassName', kind: gatewayClassKind }, to: ['Accepted'] },
]

/** A certificate is shown even when it has expired, and clients refuse it. */
const holds: readonly HoldRow[] = [
  ['Gateway|ListenerSet', 'ResolvedRefs', 'ResolvedRefs', /^A certificate has expired/],
]

/** What Sitrep knows of Gateway API. */
export const gatewayApiFamily: Family = {
  name: 'gateway-api',
  title: 'Gateway API',
  profiles,
  settings: gatewayApiSettings,
  kinds,
  facts: [{ kind: dataPlaneReportKind, about: gatewayKind }],
  parts: async () => (await import('./parts.ts')).parts,
  knowledge,
  advice,
  leads,
  holds,
  relations,
  reads,
  // A route may have parents in several Gateways, and Gateways share what they refer to: one process has all of them.
  shardKey: ({ group }) => (isGatewayGroup(group) ? 'gateway-api' : undefined),
  rights: {
    plurals: [
      [serviceKind, 'services'],
      [endpointSliceKind, 'endpointslices'],
      [secretKind, 'secrets'],
      [configMapKind, 'configmaps'],
      [namespaceKind, 'namespaces'],
    ],
    clusterScoped: [namespaceKind],
  },
}
