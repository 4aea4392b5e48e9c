import { at, type DescribedKinds, type FamilyKind, type KubeObject, type ServedKind } from '@sitrep/status'
import { backendTlsPolicyColumns } from '../backend-tls-policy/columns.ts'
import { gatewayColumns } from '../gateway/columns.ts'
import {
  backendTlsPolicyKind,
  experimentalGroup,
  gatewayClassKind,
  gatewayKind,
  listenerSetKind,
  referenceGrantKind,
  routeKinds,
} from '../kinds.ts'
import { gatewayLists, policyLists, routeLists } from '../lists.ts'
import { referenceGrantColumns } from '../reference-grant/columns.ts'
import { parentColumns } from '../route/columns.ts'

const isListed = (object: KubeObject, ...path: readonly string[]): boolean =>
  Array.isArray(at(object, ...path))

/** A kind of somebody else that reports the way ours do: it is known by two lists that answer each other. */
const alike = (described: string, declared: string, reported: string): DescribedKinds => ({
  described,
  serves: ({ fields }: ServedKind) =>
    fields['spec']?.[declared] !== undefined && fields['status']?.[reported] !== undefined,
  recognises: (object) => isListed(object, 'spec', declared) && isListed(object, 'status', reported),
})

/** The kinds of Gateway API and where their conditions stand. */
export const kinds: readonly FamilyKind[] = [
  { kind: gatewayClassKind, shortNames: ['gc'] },
  {
    kind: gatewayKind,
    shortNames: ['gtw'],
    lists: gatewayLists,
    columns: gatewayColumns,
    counters: [{ name: 'Attached routes', have: 'status.listeners[].attachedRoutes' }],
  },
  { kind: listenerSetKind, shortNames: ['lset'], lists: gatewayLists },
  { kind: { group: experimentalGroup, kind: 'XListenerSet' }, lists: gatewayLists },
  ...routeKinds.map((kind) => ({ kind, lists: routeLists, columns: parentColumns })),
  {
    kind: backendTlsPolicyKind,
    shortNames: ['btlspolicy'],
    lists: policyLists,
    columns: backendTlsPolicyColumns,
  },
  { kind: referenceGrantKind, shortNames: ['refgrant'], columns: referenceGrantColumns },
  { kind: alike('kind that reports on its parents', 'parentRefs', 'parents'), lists: routeLists },
  { kind: alike('kind that reports on its listeners', 'listeners', 'listeners'), lists: gatewayLists },
]
