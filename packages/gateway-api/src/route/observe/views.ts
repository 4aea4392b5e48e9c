import {
  at,
  conditionAt,
  fields,
  list,
  number,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { gatewayClassKind, gatewayKind } from '../../kinds.ts'
import { readListeners } from '../../listener/observe.ts'
import type { Labels } from '../../model/selector.ts'
import { namespacedNameOf, readReference } from '../../references/observe.ts'
import type { GatewaySeen, ListenerSetSeen, ServiceSeen, SliceSeen } from '../types.ts'

/** Who serves a GatewayClass. */
export const controllerNameView: View<string> = {
  name: 'controllerName',
  of: ({ spec }) => text(at(spec, 'controllerName')) ?? '',
}

/** Who serves a class; nothing where there is no such class. */
export const controllerOf = (world: World, className: string): Reading<string> =>
  world.get({ ...gatewayClassKind, name: className }, controllerNameView)

/** A Gateway, as routes see it: certificates and addresses are none of their business. */
export const gatewayForRoute: View<GatewaySeen> = {
  name: 'gatewayForRoute',
  of: (gateway) => ({
    ...namespacedNameOf(gateway),
    className: text(at(gateway.spec, 'gatewayClassName')) ?? '',
    listeners: readListeners(gateway.spec, gateway.metadata.namespace ?? '').map((listener) => ({
      ...listener,
      tls: listener.tls && { mode: listener.tls.mode, certificateRefs: [] },
    })),
    refused: conditionAt(gateway, 'Accepted')?.status === 'False',
  }),
}

const refusals = ['NotAllowed', 'ParentNotAccepted', 'Invalid']

/** A ListenerSet, as routes see it. */
export const listenerSetForRoute: View<ListenerSetSeen> = {
  name: 'listenerSetForRoute',
  of: (set) => {
    const namespace = set.metadata.namespace ?? ''
    const accepted = conditionAt(set, 'Accepted')
    return {
      ...namespacedNameOf(set),
      created: set.metadata.creationTimestamp ?? '',
      parent: readReference(at(set.spec, 'parentRef'), { ...gatewayKind, namespace }),
      listeners: readListeners(set.spec, namespace).map((listener) => ({
        ...listener,
        tls: listener.tls && { mode: listener.tls.mode, certificateRefs: [] },
      })),
      refused:
        accepted?.status === 'False' && refusals.includes(accepted.reason ?? '')
          ? accepted.reason
          : undefined,
    }
  },
}

/** The labels of a namespace, its own name among them: every API server puts it there. */
export const namespaceLabels: View<Labels> = {
  name: 'namespaceLabels',
  of: ({ metadata }) => ({ 'kubernetes.io/metadata.name': metadata.name, ...metadata.labels }),
}

/** A Service, as those see it who send something there. */
export const serviceView: View<ServiceSeen> = {
  name: 'serviceForRoute',
  of: ({ spec }) => ({
    type: text(at(spec, 'type')) ?? 'ClusterIP',
    ports: list(at(spec, 'ports')).map((entry) => {
      const { name, port, protocol, appProtocol } = fields(entry)
      return {
        name: text(name) ?? '',
        port: number(port) ?? 0,
        protocol: text(protocol) ?? 'TCP',
        appProtocol: text(appProtocol),
      }
    }),
  }),
}

/** An EndpointSlice: the addresses that are ready. An endpoint that says nothing of itself is. */
export const sliceView: View<SliceSeen> = {
  name: 'endpointsForRoute',
  of: (slice) => ({
    ports: list(at(slice, 'ports')).map((entry) => {
      const { name, port, protocol } = fields(entry)
      return { name: text(name) ?? '', port: number(port) ?? 0, protocol: text(protocol) ?? 'TCP' }
    }),
    addresses: list(at(slice, 'endpoints')).flatMap((endpoint) =>
      at(endpoint, 'conditions', 'ready') === false ? [] : (text(list(at(endpoint, 'addresses'))[0]) ?? []),
    ),
  }),
}
