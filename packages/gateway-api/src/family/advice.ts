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
    ['*', '*', 'HostnameConflict|ProtocolConflict', 'Two listeners share port and hostname, or a port with different protocols: change one of them.'],
    ['*', '*', 'InvalidRouteKinds',           'allowedRoutes.kinds of the listener names a kind that the gateway does not serve.'],
    ['*', '*', 'InvalidCACertificateRef|InvalidCACertificateKind|NoValidCACertificate', 'The CA certificates are missing or are none: a ConfigMap (or Secret) with the key ca.crt is expected where the reference leads.'],
    ['Gateway|ListenerSet', 'ResolvedRefs', 'ResolvedRefs', 'Clients refuse an expired certificate: put a new one into the Secret, or look at whatever should have renewed it.'],
    ['*', '*', 'InvalidClientCertificateRef', 'The client certificate of the gateway is missing, or is no certificate with key (type kubernetes.io/tls).'],
    ['*', '*', 'IncompatibleFilters',         'Two filters of one rule contradict each other (a redirect beside a rewrite): remove one of them.'],
    ['BackendTLSPolicy', '*', 'TargetNotFound', 'spec.targetRefs names a Service, or a port of one, that is not there.'],
    ['GatewayClass', 'SupportedVersion', '*', 'The CustomResourceDefinitions are of another version than the controller knows: install those of its release.'],
    ['ListenerSet', '*', 'NotAllowed',        'The Gateway takes no listeners from here: look at spec.allowedListeners of the Gateway.'],
    ['ListenerSet', '*', 'ParentNotAccepted|ParentNotProgrammed', 'Its Gateway is not well: look there first.'],
    ['Gateway', '*', 'UnsupportedAddress',    'spec.addresses asks for a type of address that this gateway does not have.'],
    ['Gateway', 'AddressesAssigned', '*',     'Not all addresses that are asked for are assigned: look at the LoadBalancer Service of the gateway, or change spec.addresses.'],
    ['Gateway', 'ResolvedRefs', 'ListenersNotResolved', 'A listener refers to something that is missing: look at status.listeners.'],
    ['*', '*', 'ListenersNotValid',           'At least one listener is not valid: look at status.listeners.'],
    ['*', '*', 'Invalid',                     'Something it asks for is not valid, or is not accepted: the message, and Accepted beside it, say what.'],
    ['*', '*', 'PortUnavailable',             'The port is in use by something else.'],
    ['Gateway', 'Accepted', 'InvalidParameters', 'spec.infrastructure.parametersRef names something that is missing or not understood.'],
    ['Gateway', '*', 'AddressNotAssigned|AddressNotUsable', 'There is no address: look at the LoadBalancer Service of the gateway, or change spec.addresses.'],
    ['Gateway', 'Programmed', 'NoResources',  'The data plane has no room for it: look at its Deployment and at the quota.'],
    ['GatewayClass', 'Accepted', '*',         'No controller has taken it: spec.controllerName must be the name of one that runs.'],
    ['*', '*', 'Pending',                     'No controller has looked at it yet: look whether the one of its GatewayClass runs.'],
  ],
}

/** What usually helps. */
export const advice: readonly AdviceTable[] = [table]
