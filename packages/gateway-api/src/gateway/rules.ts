import {
  absent,
  type ConditionRules,
  type ConditionStatus,
  False,
  otherwise,
  type Rule,
  type Source,
  True,
  Unknown,
} from '@sitrep/conditions'
import { formatEntry, type Profile } from '@sitrep/status'
import { notSaid } from '../listener/rules.ts'
import { namesText } from '../model/names.ts'
import { faultSources } from '../references/facts.ts'
import type { Setup } from '../setup.ts'
import { assignedAddresses, type GatewayFacts } from './facts.ts'

type Facts = GatewayFacts

const names = (f: Facts, of: 'accepted' | 'resolved', status: ConditionStatus): readonly string[] =>
  f.listeners.filter((listener) => listener[of] === status).map(({ name }) => name)
const refusedText = (f: Facts): string =>
  `Listeners that are not accepted: ${namesText(names(f, 'accepted', 'False'))}`
const inListeners =
  (of: 'accepted' | 'resolved', condition: string) =>
  (f: Facts): readonly Source[] =>
    [...names(f, of, 'False'), ...names(f, of, 'Unknown')].map((name) => ({
      at: formatEntry('listeners', name),
      condition,
    }))
const reported = ({ report }: Facts) => (report.read ? report.item : undefined)
const noCapacity = (f: Facts): boolean => reported(f)?.noResources !== undefined
const capacityText = (f: Facts): string => `The data plane has no capacity: ${reported(f)?.noResources ?? ''}`

/** Reasons to refuse a Gateway that its own text gives, whatever its listeners are. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const refusalRows: readonly Rule<Facts>[] = [
  ['its class is not accepted',                    (f) => f.classRefused,                      False('Invalid', (f) => `GatewayClass ${f.className} is not accepted`),               (f) => [{ ref: { group: 'gateway.networking.k8s.io', kind: 'GatewayClass', name: f.className }, condition: 'Accepted' }]],
  ['it names parameters, and none are supported',  (f) => f.parameters !== undefined,          False('InvalidParameters', (f) => `Parameters of kind ${f.parameters} are not supported`), [{ field: 'spec.infrastructure.parametersRef' }]],
  ['it asks for an address of an unknown type',    (f) => f.unsupportedAddresses.length > 0,   False('UnsupportedAddress', (f) => `Addresses of these types are not supported: ${namesText(f.unsupportedAddresses)}`), [{ field: 'spec.addresses' }]],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const capacityRow: Rule<Facts> =
  ['there is no capacity for it',                  noCapacity,                                 False('Invalid', capacityText)]

// biome-ignore format: the table is the specification; its columns stay aligned
const listenerRows: readonly Rule<Facts>[] = [
  ['none of its listeners is accepted',            (f) => names(f, 'accepted', 'False').length === f.listeners.length, False('ListenersNotValid', refusedText), inListeners('accepted', 'Accepted')],
  ['not all of its listeners are accepted',        (f) => names(f, 'accepted', 'False').length > 0 && names(f, 'accepted', 'True').length > 0, True('ListenersNotValid', refusedText), inListeners('accepted', 'Accepted')],
  ['whether a listener is accepted is not known',  (f) => names(f, 'accepted', 'Unknown').length > 0, Unknown('Pending', (f) => `Not known yet of listeners ${namesText(names(f, 'accepted', 'Unknown'))}`), inListeners('accepted', 'Accepted')],
  ['otherwise',                                    otherwise,                                  True('Accepted')],
]

/** The document counts capacity as part of being accepted; the API that was released does not. */
export const gatewayAccepted: Readonly<Record<Profile, ConditionRules<Facts>>> = {
  proposal: { type: 'Accepted', rows: [...refusalRows, capacityRow, ...listenerRows] },
  released: { type: 'Accepted', rows: [...refusalRows, ...listenerRows] },
}

const hasClientFault =
  (reason: string) =>
  (f: Facts): boolean =>
    f.client.faults.some((fault) => fault.reason === reason)
const clientText = (f: Facts): string => namesText(f.client.faults.map(({ message }) => message))
const clientEnds = (f: Facts): readonly Source[] => faultSources(f.client.faults)

// biome-ignore format: the table is the specification; its columns stay aligned
export const gatewayResolvedRefs: ConditionRules<Facts> = {
  type: 'ResolvedRefs',
  rows: [
    ['the certificate for backends is not permitted',      hasClientFault('RefNotPermitted'),                       False('RefNotPermitted', clientText),             clientEnds],
    ['the certificate for backends cannot be used',        hasClientFault('InvalidClientCertificateRef'),           False('InvalidClientCertificateRef', clientText), clientEnds],
    ['references of a listener do not resolve',            (f) => names(f, 'resolved', 'False').length > 0,         False('ListenersNotResolved', (f) => `References do not resolve in listeners ${namesText(names(f, 'resolved', 'False'))}`), inListeners('resolved', 'ResolvedRefs')],
    ['what it refers to cannot be read',                   (f) => f.client.unreadable.length > 0 || names(f, 'resolved', 'Unknown').length > 0, Unknown('Pending', 'Not everything that it refers to can be read'), inListeners('resolved', 'ResolvedRefs')],
    ['otherwise',                                          otherwise,                                               True('ResolvedRefs')],
  ],
}

const untold = (f: Facts): boolean => reported(f) === undefined
const untoldText = ({ report }: Facts): string =>
  report.read ? 'No data plane has reported yet' : `The data plane's report cannot be read: ${report.why}`

const elsewhereText = (f: Facts): string => {
  const ports = Object.entries(reported(f)?.ports ?? {})
  const words = ports.map(([port, opened]) => `${port} on ${opened}`)
  return ports.length === 0 ? '' : `Ports are open elsewhere: ${namesText(words)}`
}

const noReplica = (f: Facts): boolean => reported(f)?.replicas?.length === 0
const behindText = (f: Facts): string => {
  const [behind, all] = [f.behind ?? [], reported(f)?.replicas?.length ?? 0]
  const have = behind.length === 1 ? 'has' : 'have'
  return `${behind.length} of ${all} replicas of the data plane ${have} not taken it over yet: ${namesText(behind)}`
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const gatewayProgrammed: ConditionRules<Facts> = {
  type: 'Programmed',
  rows: [
    ['there is no capacity for it',                    noCapacity,                                                          False('NoResources', capacityText)],
    ['it is not accepted',                             (f) => f.accepted === 'False',                                       False('Invalid', 'The Gateway is not accepted'),                              [{ condition: 'Accepted' }]],
    ['whether it is accepted is not known',            (f) => f.accepted === 'Unknown',                                     Unknown('Pending', 'Whether the Gateway is accepted is not known yet'),       [{ condition: 'Accepted' }]],
    ['no data plane has reported',                     untold,                                                              Unknown('Pending', untoldText)],
    ['an address that it asks for cannot be had',      (f) => (reported(f)?.unusableAddresses.length ?? 0) > 0,             False('AddressNotUsable', (f) => `Addresses that cannot be had: ${namesText(reported(f)?.unusableAddresses ?? [])}`), [{ field: 'spec.addresses' }]],
    ['no replica of the data plane is there',          noReplica,                                                           False('Pending', 'No replica of the data plane takes traffic')],
    ['replicas have not taken this generation',        (f) => (f.behind?.length ?? 0) > 0,                                  False('Pending', behindText)],
    ['it has no address',                              (f) => (reported(f)?.addresses.length ?? 0) === 0,                   False('AddressNotAssigned', 'The data plane has no address for it')],
    ['the data plane has not taken this generation',   (f) => !f.current,                                                   False('Pending', 'The data plane has not taken over the present configuration')],
    ['otherwise',                                      otherwise,                                                           True('Programmed', elsewhereText)],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const gatewayAddressesAssigned: ConditionRules<Facts> = {
  type: 'AddressesAssigned',
  rows: [
    ['nothing has been decided about addresses', (f) => untold(f) || f.accepted !== 'True', absent],
    ['every address is there',                   (f) => assignedAddresses(f).all,           True('AddressesAssigned')],
    ['some addresses are there',                 (f) => assignedAddresses(f).some,          False('PartiallyAssigned', (f) => `Not assigned: ${namesText(assignedAddresses(f).missing)}`), [{ field: 'spec.addresses' }]],
    ['otherwise',                                otherwise,                                 False('NotAssigned', 'No address is assigned'), [{ field: 'spec.addresses' }]],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const gatewayInsecure: ConditionRules<Facts> = {
  type: 'InsecureFrontendValidationMode',
  rows: [
    ['clients are let in whose certificate is not valid', (f) => f.insecureClients, True('ConfigurationChanged', 'AllowInsecureFallback lets clients in whose certificate is missing or not valid'), [{ field: 'spec.tls.frontend' }]],
    ['otherwise',                                         otherwise,                absent],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const gatewayReady: ConditionRules<Facts> = {
  type: 'Ready',
  rows: [
    ['it is not accepted',                       (f) => f.accepted === 'False',                                   False('Invalid', 'The Gateway is not accepted'), [{ condition: 'Accepted' }]],
    ['no data plane has reported',               (f) => untold(f) || f.accepted === 'Unknown',                    Unknown('Pending', untoldText),                   [{ condition: 'Programmed' }]],
    ['something is not in force, or not probed', (f) => !f.exact || f.listeners.some(({ accepted, probed }) => accepted === 'True' && !probed), False('Pending', 'Not all of the present configuration has been seen to work'), [{ condition: 'Programmed' }]],
    ['otherwise',                                otherwise,                                                       True('Ready', 'Traffic flows')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const gatewayOldReady: ConditionRules<Facts> = {
  type: 'Ready',
  rows: [
    ['it is not accepted',           (f) => f.accepted === 'False',                                               False('ListenersNotValid', 'The Gateway is not accepted'), [{ condition: 'Accepted' }]],
    ['no data plane has reported',   (f) => untold(f) || f.accepted === 'Unknown',                                Unknown('Pending', untoldText),                  [{ condition: 'Programmed' }]],
    ['it is not programmed',         (f) => !f.current || (reported(f)?.addresses.length ?? 0) === 0,             False('ListenersNotReady', 'The Gateway is not programmed'), [{ condition: 'Programmed' }]],
    ['otherwise',                    otherwise,                                                                   True('Ready')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const gatewayScheduled: ConditionRules<Facts> = {
  type: 'Scheduled',
  rows: [
    ['it is accepted',                  (f) => f.accepted === 'True',    True('Scheduled'),                                          [{ condition: 'Accepted' }]],
    ['there is no capacity for it',     noCapacity,                      False('NoResources', capacityText),                         [{ condition: 'Accepted' }]],
    ['it is not accepted',              (f) => f.accepted === 'False',   False('Invalid', 'The Gateway is not accepted'),            [{ condition: 'Accepted' }]],
    ['otherwise',                       otherwise,                       Unknown('Pending'),                                         [{ condition: 'Accepted' }]],
  ],
}

/** The tables of a Gateway, in the order of its conditions. The document knows no condition for addresses. */
export function gatewayTables({
  profile,
  ready,
  deprecated,
}: Setup): readonly ConditionRules<GatewayFacts>[] {
  const readyTables = { none: notSaid('Ready'), strict: gatewayReady, old: gatewayOldReady }
  return [
    gatewayAccepted[profile],
    gatewayResolvedRefs,
    gatewayProgrammed,
    ...(profile === 'released' ? [gatewayAddressesAssigned] : []),
    gatewayInsecure,
    readyTables[ready],
    deprecated ? gatewayScheduled : notSaid('Scheduled'),
  ]
}
