import { type KindRef, kindKey, type ReadPlan, type Relation } from '@sitrep/status'
import { gatewayClassKind, gatewayGroup, gatewayKind, listenerSetKind, routeKinds } from '../kinds.ts'

const serviceKind: KindRef = { group: '', kind: 'Service' }
// A route says of each parent apart whether it is accepted there.
const reports = { path: 'status.parents[]', about: 'parentRef' }

const parents = { path: 'spec.parentRefs[]', kind: gatewayKind, kinds: routeKinds, reports } as const

// biome-ignore format: the table is read as one; its columns stay aligned
export const relations: readonly Relation[] = [
  { of: kindKey(gatewayClassKind),                 by: { way: 'referred', path: 'spec.gatewayClassName', kinds: [gatewayKind] } },
  { of: kindKey(gatewayKind), heading: 'Class', only: 'root', by: { way: 'refers', path: 'spec.gatewayClassName', kind: gatewayClassKind, leaf: true } },
  ...[gatewayKind, listenerSetKind].map(kindKey).flatMap((of): readonly Relation[] => [
    { of, heading: 'Listener',                     by: { way: 'parts', path: 'spec.listeners', status: 'status.listeners', shows: ['protocol', 'port'] } },
    { of, heading: 'All listeners', together: true, by: { way: 'referred', ...parents } },
    { of: `Listener of ${of}`,                     by: { way: 'referred', ...parents, part: 'sectionName' } },
  ]),
  { of: kindKey(gatewayKind),                      by: { way: 'referred', path: 'spec.parentRef', kind: gatewayKind, kinds: [listenerSetKind] } },
  ...routeKinds.map(kindKey).flatMap((of): readonly Relation[] => [
    { of, heading: 'Parent',  only: 'root',        by: { way: 'refers', path: 'spec.parentRefs[]', kind: gatewayKind, leaf: true, reports } },
    { of, heading: 'Backend',                      by: { way: 'refers', path: 'spec.rules[].backendRefs[]', kind: serviceKind } },
  ]),
]

/** Routes attach themselves to Gateways of other namespaces, so all of them are looked at. */
export const reads: readonly ReadPlan[] = [
  {
    of: ({ group }) => group === gatewayGroup,
    within: 'every',
    reads: ({ group, kind }) =>
      group === gatewayGroup || (group === serviceKind.group && kind === serviceKind.kind),
  },
]
