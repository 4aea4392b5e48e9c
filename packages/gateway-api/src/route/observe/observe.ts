import type { World } from '@sitrep/status'
import { inForceKey, reportedGateway, reportThere } from '../../data-plane/observe.ts'
import { byInForce } from '../../indexes.ts'
import {
  dataPlaneReportKind,
  endpointSliceKind,
  gatewayGroup,
  gatewayKind,
  listenerSetKind,
  namespaceKind,
  type RouteKindName,
  serviceKind,
} from '../../kinds.ts'
import { kindedName } from '../../model/names.ts'
import { follow, namespacedNameOf } from '../../references/observe.ts'
import type { ObjectReference, ParentReference } from '../../references/types.ts'
import type {
  BackendReference,
  BackendSeen,
  ParentObserved,
  ReadRules,
  Route,
  RouteObserved,
  RouteStatus,
} from '../types.ts'
import { readRoute } from './spec.ts'
import {
  controllerOf,
  gatewayForRoute,
  listenerSetForRoute,
  namespaceLabels,
  serviceView,
  sliceView,
} from './views.ts'

/** Picks what a route of one kind is judged from. */
export const observeRoute =
  (kind: RouteKindName, readRules: ReadRules) =>
  (route: Route, world: World<RouteStatus>): RouteObserved => {
    const { namespace, name } = namespacedNameOf(route)
    const { generation, creationTimestamp: created = '' } = route.metadata
    const spec = readRoute(route.spec, namespace, readRules)
    const parents = spec.parents.map((parent) =>
      isGatewayParent(parent) ? observeParent(world, parent) : { parent },
    )
    const references = spec.rules.flatMap(({ references: each }) => each)
    const inForce = inForceKey(kindedName(kind, { namespace, name }), generation ?? 0)
    return {
      kind,
      self: { namespace, name, created },
      generation,
      spec,
      parents,
      namespaceLabels: parents.some(asksForLabels)
        ? world.get({ ...namespaceKind, name: namespace }, namespaceLabels)
        : undefined,
      backends: new Map(
        references.map((reference) => [reference.key, observeBackend(world, reference, namespace)]),
      ),
      inForce: world.list(
        { ...dataPlaneReportKind, by: { index: byInForce, key: inForce } },
        reportedGateway,
      ),
      previous: world.previous,
      now: world.now,
    }
  }

const isGatewayParent = ({ group, kind }: ParentReference): boolean =>
  group === gatewayGroup && (kind === gatewayKind.kind || kind === listenerSetKind.kind)

function observeParent(world: World, parent: ParentReference): ParentObserved {
  if (parent.kind === gatewayKind.kind) return { parent, ...observeGateway(world, parent) }
  const { namespace, name } = parent
  const set = world.get({ ...listenerSetKind, namespace, name }, listenerSetForRoute)
  if (!set.read || set.item === undefined || !isGatewayRef(set.item.parent)) return { parent, set }
  return { parent, set, ...observeGateway(world, set.item.parent) }
}

const isGatewayRef = ({ group, kind }: ObjectReference): boolean =>
  group === gatewayKind.group && kind === gatewayKind.kind

function observeGateway(
  world: World,
  { namespace, name }: ObjectReference,
): Pick<ParentObserved, 'gateway' | 'controllerName' | 'report'> {
  const gateway = world.get({ ...gatewayKind, namespace, name }, gatewayForRoute)
  if (!gateway.read || gateway.item === undefined) return { gateway }
  return {
    gateway,
    controllerName: controllerOf(world, gateway.item.className),
    report: world.get({ ...dataPlaneReportKind, namespace, name }, reportThere),
  }
}

function asksForLabels({ set, gateway }: ParentObserved): boolean {
  const listeners = set === undefined ? gateway : set
  return (
    listeners?.read === true &&
    (listeners.item?.listeners ?? []).some(
      ({ allowedRoutes }) => allowedRoutes.namespaces.from === 'Selector',
    )
  )
}

function observeBackend(world: World, { ref }: BackendReference, from: string): BackendSeen {
  const referred = follow(world, { ref, from }, { kind: serviceKind, view: serviceView })
  if (referred.target?.read !== true || referred.target.item === undefined) return { referred }
  const by = { label: 'kubernetes.io/service-name', value: ref.name }
  return {
    referred,
    slices: world.list({ ...endpointSliceKind, namespace: ref.namespace, by }, sliceView),
  }
}
