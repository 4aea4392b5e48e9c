import { type KubeObject, kindKey, type Lead, refOf } from '@sitrep/status'
import { gatewayClassKind, gatewayKind, listenerSetKind } from '../kinds.ts'

const hasListeners = (object: KubeObject): boolean =>
  [gatewayKind, listenerSetKind].some((kind) => kindKey(kind) === kindKey(refOf(object)))

const itself = { way: 'itself' } as const

// biome-ignore format: the table is read as one; its columns stay aligned
/** A Gateway follows from its listeners, and from whether anybody has taken its class. */
export const leads: readonly Lead[] = [
  { of: hasListeners, types: 'Accepted|Programmed|ResolvedRefs|Ready', reasons: 'ListenersNotValid|ListenersNotReady|ListenersNotResolved|Invalid|InvalidCertificateRef|RefNotPermitted|Pending', only: 'reported', by: itself, to: ['listeners[*]:Accepted', 'listeners[*]:ResolvedRefs', 'listeners[*]:Conflicted=True', 'listeners[*]:Programmed'] },
  { of: hasListeners, types: 'Programmed|Ready', only: 'reported', by: itself, to: ['Accepted', 'ResolvedRefs'] },
  { of: hasListeners, within: 'listeners', types: 'Programmed|Ready', by: itself, to: ['Accepted', 'ResolvedRefs', 'Conflicted=True'] },
  { of: () => true,   within: 'parents',   types: 'Programmed|Ready', by: itself, to: ['Accepted', 'ResolvedRefs'] },
  { of: hasListeners, types: 'Accepted', reasons: 'Pending', by: { way: 'refers', path: 'spec.gatewayClassName', kind: gatewayClassKind }, to: ['Accepted'] },
]
