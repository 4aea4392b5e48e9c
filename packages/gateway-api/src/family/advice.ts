import type { AdviceTable } from '@sitrep/status'
import { gatewayGroup } from '../kinds.ts'

// biome-ignore format: the table is read as one; its columns stay aligned
const table: AdviceTable = {
  of: ({ group }) => group === gatewayGroup,
  rows: [
    ['*', '*', 'RefNotPermitted',             'It refers into another namespace, where no ReferenceGrant allows it: make one there.'],
    ['*', '*', 'InvalidCertificateRef',       'The Secret of the listener is missing, or is no certificate with key (type kubernetes.io/tls).'],
    ['*', '*', 'BackendNotFound',             'A backendRef names a Service that is not there: look at its name, its namespace and the route\'s own namespace.'],
    ['*', '*', 'InvalidKind',                 'A reference names a kind that the gateway does not know: a backend is a Service, kind and group have to be spelled exactly.'],
    ['*', '*', 'UnsupportedProtocol',         'A Service says by appProtocol that it speaks something this gateway does not.'],
    ['*', 'Accepted', '',                     'Nobody reports on this parent: look whether it exists, and whether the controller of its GatewayClass runs.'],
    ['*', 'Accepted', 'NoMatchingParent',     'No listener has the port or section name of the parentRef.'],
    ['*', 'Accepted', 'NotAllowedByListeners','The listeners do not take routes of this kind or from this namespace: look at allowedRoutes of the Gateway.'],
    ['*', 'Accepted', 'NoMatchingListenerHostname', 'Hostnames of route and listener have nothing in common.'],
    ['*', '*', 'UnsupportedValue',            'A field has a value that this gateway does not support; the message names it.'],
    ['*', '*', 'PartiallyInvalid|Conflicted', 'Some rules are not in force; the message names them.'],
    ['*', 'Conflicted', '*',                  'Two listeners share port and hostname, or a port with different protocols: change one of them.'],
    ['*', '*', 'PortUnavailable',             'The port is in use by something else.'],
    ['Gateway', 'Accepted', 'ListenersNotValid', 'At least one listener is not valid: look at status.listeners.'],
    ['Gateway', 'Accepted', 'InvalidParameters', 'spec.infrastructure.parametersRef names something that is missing or not understood.'],
    ['Gateway', '*', 'AddressNotAssigned|AddressNotUsable', 'There is no address: look at the LoadBalancer Service of the gateway, or change spec.addresses.'],
    ['Gateway', 'Programmed', 'NoResources',  'The data plane has no room for it: look at its Deployment and at the quota.'],
    ['GatewayClass', 'Accepted', '*',         'No controller has taken it: spec.controllerName must be the name of one that runs.'],
    ['*', '*', 'Pending',                     'No controller has looked at it yet: look whether the one of its GatewayClass runs.'],
  ],
}

/** What usually helps. */
export const advice: readonly AdviceTable[] = [table]
