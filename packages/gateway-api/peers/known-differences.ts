/** A trait in which our CRD of a kind differs from the one that was released, and why. */
export type KnownDifference = readonly [kind: string, trait: string, reason: string]

const kinds = [
  'BackendTLSPolicy',
  'Gateway',
  'GatewayClass',
  'GRPCRoute',
  'HTTPRoute',
  'ListenerSet',
  'ReferenceGrant',
  'TCPRoute',
  'TLSRoute',
  'UDPRoute',
]

const profile = 'tells in which language the statuses of the kind are'
const unserved =
  'nobody can ask for it; it is there for objects that were stored long ago, and ours were stored as v1'
const stored = 'there are no objects of v1beta1 in a store that we begin'
const address =
  'said by a rule: the schema language has no alternatives. An IPv4 address in the form of an IPv6 one is refused by it'
const wide = 'wide columns have one priority here; clients tell zero from the rest'
const column = 'a column more, of one value'

/** All of them; each must still be there, or the test asks for it to be struck out. */
export const knownDifferences: readonly KnownDifference[] = [
  ...kinds.map((kind) => [kind, 'label sitrep.dev/profile', profile] as const),
  ['BackendTLSPolicy', 'version v1alpha3', unserved],
  ['TCPRoute', 'version v1alpha2', unserved],
  ['TLSRoute', 'version v1alpha2', unserved],
  ['TLSRoute', 'version v1alpha3', unserved],
  ['UDPRoute', 'version v1alpha2', unserved],
  ['ReferenceGrant', 'v1 storage', stored],
  ['ReferenceGrant', 'v1beta1 storage', stored],
  ['Gateway', 'v1 spec.addresses[] oneOf', address],
  ['Gateway', 'v1 status.addresses[] oneOf', address],
  ['Gateway', 'v1beta1 spec.addresses[] oneOf', address],
  ['Gateway', 'v1beta1 status.addresses[] oneOf', address],
  ['Gateway', 'v1 column Accepted', column],
  ['Gateway', 'v1beta1 column Accepted', column],
  ['GatewayClass', 'v1 column Description', wide],
  ['GatewayClass', 'v1beta1 column Description', wide],
  ['ListenerSet', 'v1 column Parent', column],
  ['TLSRoute', 'v1 column Hostnames', 'a column more, as HTTPRoute and GRPCRoute have it'],
]
