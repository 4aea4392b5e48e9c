import { at, conditionAt, type Reading, text, type View, type World } from '@sitrep/status'
import { reportView } from '../data-plane/observe.ts'
import { byParent } from '../indexes.ts'
import { dataPlaneReportKind, gatewayKind, listenerSetKind, namespaceKind } from '../kinds.ts'
import { observeListeners, readListeners, readNamespaces } from '../listener/observe.ts'
import { kindedName } from '../model/names.ts'
import { namespacedNameOf, readReference } from '../references/observe.ts'
import { attachmentsView, listAttached, readableRouteKinds } from '../route/observe/attached.ts'
import { controllerOf, listenerSetForRoute, namespaceLabels } from '../route/observe/views.ts'
import type { GatewayOfSet, ListenerSet, ListenerSetObserved, ListenerSetStatus } from './types.ts'

const gatewayForSet: View<GatewayOfSet> = {
  name: 'gatewayForListenerSet',
  of: (gateway) => ({
    ...namespacedNameOf(gateway),
    className: text(at(gateway.spec, 'gatewayClassName')) ?? '',
    allowedListeners: readNamespaces(at(gateway.spec, 'allowedListeners', 'namespaces'), 'None'),
    listeners: readListeners(gateway.spec, gateway.metadata.namespace ?? ''),
    frontend: at(gateway.spec, 'tls', 'frontend'),
    accepted: conditionAt(gateway, 'Accepted')?.status ?? 'Unknown',
    programmed: conditionAt(gateway, 'Programmed')?.status ?? 'Unknown',
  }),
}

/** Picks what a ListenerSet is judged from. */
export function observeListenerSet(set: ListenerSet, world: World<ListenerSetStatus>): ListenerSetObserved {
  const { namespace, name } = namespacedNameOf(set)
  const parent = readReference(at(set.spec, 'parentRef'), { ...gatewayKind, namespace })
  const isGateway = parent.group === gatewayKind.group && parent.kind === gatewayKind.kind
  const place = { namespace: parent.namespace, name: parent.name }
  const gateway: Reading<GatewayOfSet> = isGateway
    ? world.get({ ...gatewayKind, ...place }, gatewayForSet)
    : { read: true }
  const seen = gateway.read ? gateway.item : undefined
  const own = kindedName(listenerSetKind.kind, { namespace, name })
  return {
    self: { namespace, name, created: set.metadata.creationTimestamp ?? '' },
    generation: set.metadata.generation,
    gateway,
    controllerName: seen === undefined ? { read: true } : controllerOf(world, seen.className),
    labels:
      seen?.allowedListeners.from === 'Selector'
        ? world.get({ ...namespaceKind, name: namespace }, namespaceLabels)
        : undefined,
    listeners: observeListeners(world, readListeners(set.spec, namespace), {
      namespace,
      gateway: { namespace: parent.namespace, frontend: seen?.frontend },
    }),
    sets: world.list(
      { ...listenerSetKind, by: { index: byParent, key: kindedName(gatewayKind.kind, parent) } },
      listenerSetForRoute,
    ),
    attachments: listAttached(world, own, attachmentsView),
    readableRoutes: readableRouteKinds(world, own),
    report: world.get({ ...dataPlaneReportKind, ...place }, reportView),
    previous: world.previous,
    now: world.now,
  }
}
