import {
  absent,
  type ConditionRules,
  False,
  oneOf,
  otherwise,
  type Source,
  True,
  Unknown,
} from '@sitrep/conditions'
import { namesText } from '../model/names.ts'
import { faultSources } from '../references/facts.ts'
import type { Setup } from '../setup.ts'
import { conflictReasons } from './facts/conflicts.ts'
import { faultsOf, type ListenerFacts } from './facts/facts.ts'
import { type ListenerFault, listenerFaultReasons } from './facts/references.ts'

type Facts = ListenerFacts

const conflictReason = oneOf(conflictReasons, (f: Facts) => f.conflict?.reason ?? 'HostnameConflict')
const conflictText = (f: Facts): string =>
  `${f.conflict?.reason === 'ProtocolConflict' ? 'Its protocol and' : 'Its hostname and'} port are also wanted by ${namesText(f.conflict?.with ?? [])}`
const first = (faults: readonly ListenerFault[]): ListenerFault['reason'] =>
  listenerFaultReasons.find((reason) => faults.some((fault) => fault.reason === reason)) ??
  'InvalidCertificateRef'
const texts = (faults: readonly { readonly message: string }[]): string =>
  namesText(faults.map(({ message }) => message))
const noCertificate = (f: Facts): boolean => f.secured && f.certificates.sound.length === 0
const certificateText = (f: Facts): string =>
  f.certificates.faults.length === 0 ? 'The listener names no certificate' : texts(f.certificates.faults)
const certificateReason = oneOf(['RefNotPermitted', 'InvalidCertificateRef'], (f: Facts) =>
  f.certificates.faults.some(({ reason }) => reason === 'RefNotPermitted')
    ? 'RefNotPermitted'
    : 'InvalidCertificateRef',
)
const unread = (f: Facts): readonly string[] => [...f.certificates.unreadable, ...f.authorities.unreadable]
const own =
  (condition: string) =>
  (f: Facts): readonly Source[] => [{ at: f.at, condition }]
const problemOr =
  (words: string) =>
  ({ dataPlane }: Facts): string =>
    (dataPlane.told === 'report' ? dataPlane.listener?.problem : undefined) ?? words
const field =
  (name: string) =>
  (f: Facts): readonly Source[] => [{ field: `spec.listeners[${f.name}].${name}` }]

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerAccepted: ConditionRules<Facts> = {
  type: 'Accepted',
  rows: [
    ['its protocol is not supported',                  (f) => !f.supported,                                                    False('UnsupportedProtocol', (f) => `The protocol ${f.protocol} is not supported`), field('protocol')],
    ['what it asks of TLS is not supported',           (f) => !f.modeSupported,                                                False('UnsupportedValue', 'The TLS mode is not supported for this protocol'),      field('tls.mode')],
    ['another listener has its port or hostname',      (f) => f.conflict !== undefined,                                        False(conflictReason, conflictText),                                               own('Conflicted')],
    ['no authority for its clients can be used',       (f) => f.validates && f.authorities.sound.length === 0 && f.authorities.unreadable.length === 0, False('NoValidCACertificate', (f) => texts(f.authorities.faults)),  (f) => faultSources(f.authorities.faults)],
    ['none of its certificates can be used',           (f) => noCertificate(f) && f.certificates.unreadable.length === 0,       False(certificateReason, certificateText),                                        own('ResolvedRefs')],
    ['the data plane cannot have its port',            (f) => f.dataPlane.told === 'report' && f.dataPlane.listener?.portUnavailable === true, False('PortUnavailable', problemOr('The data plane cannot open the port'))],
    ['what it refers to cannot be read',               (f) => unread(f).length > 0,                                            Unknown('Pending', (f) => `Not everything could be read: ${namesText(unread(f))}`), own('ResolvedRefs')],
    ['otherwise',                                      otherwise,                                                              True('Accepted')],
  ],
}

const faulty =
  (reason: ListenerFault['reason']) =>
  (f: Facts): boolean =>
    first(faultsOf(f)) === reason && faultsOf(f).length > 0
const faultTexts = (f: Facts): string => texts(faultsOf(f))
const ends = (f: Facts): readonly Source[] => faultSources(faultsOf(f))

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerResolvedRefs: ConditionRules<Facts> = {
  type: 'ResolvedRefs',
  rows: [
    ['a reference into another namespace is not permitted', faulty('RefNotPermitted'),                           False('RefNotPermitted', faultTexts),          ends],
    ['a certificate cannot be used',                        faulty('InvalidCertificateRef'),                     False('InvalidCertificateRef', faultTexts),    ends],
    ['it needs a certificate and names none',               (f) => f.supported && noCertificate(f) && f.certificates.unreadable.length === 0, False('InvalidCertificateRef', certificateText), field('tls')],
    ['an authority is of a kind that is not supported',     faulty('InvalidCACertificateKind'),                  False('InvalidCACertificateKind', faultTexts), ends],
    ['an authority cannot be used',                         faulty('InvalidCACertificateRef'),                   False('InvalidCACertificateRef', faultTexts),  ends],
    ['it allows kinds of routes that it cannot serve',      (f) => f.supported && f.kinds.refused.length > 0,    False('InvalidRouteKinds', (f) => `The listener cannot serve ${namesText(f.kinds.refused)}`), field('allowedRoutes.kinds')],
    ['what it refers to cannot be read',                    (f) => unread(f).length > 0,                         Unknown('Pending', (f) => `Not everything could be read: ${namesText(unread(f))}`)],
    ['a certificate has expired',                           (f) => f.certificates.expired.length > 0,            True('ResolvedRefs', (f) => `A certificate has expired: ${namesText(f.certificates.expired)}`)],
    ['otherwise',                                           otherwise,                                           True('ResolvedRefs')],
  ],
}

const untold = (f: Facts): boolean => f.dataPlane.told !== 'report'
const untoldText = ({ dataPlane }: Facts): string =>
  dataPlane.told === 'unreadable'
    ? `The data plane's report cannot be read: ${dataPlane.why}`
    : 'No data plane has reported yet'
const current = ({ dataPlane }: Facts): boolean => dataPlane.told === 'report' && dataPlane.current
const bound = ({ dataPlane }: Facts): boolean =>
  dataPlane.told === 'report' && dataPlane.listener?.bound === true
const flowing = (f: Facts): boolean =>
  f.dataPlane.told === 'report' && f.dataPlane.exact && bound(f) && f.dataPlane.listener?.probed === true

const elsewhereText = ({ port, dataPlane }: Facts): string => {
  const opened = dataPlane.told === 'report' ? dataPlane.ports?.[port] : undefined
  return opened === undefined ? '' : `Port ${port} is open on ${opened}`
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerProgrammed: ConditionRules<Facts> = {
  type: 'Programmed',
  rows: [
    ['another listener has its port or hostname',       (f) => f.conflict !== undefined,       False(conflictReason, conflictText),                                         own('Conflicted')],
    ['it is not accepted',                              (f) => f.accepted === 'False',         False('Invalid', 'The listener is not accepted'),                            own('Accepted')],
    ['the Gateway or ListenerSet it is in is refused',  (f) => f.ownerRefused !== undefined,   False('Invalid', (f) => f.ownerRefused ?? ''),                               [{ condition: 'Accepted' }]],
    ['whether it is accepted is not known',             (f) => f.accepted === 'Unknown',       Unknown('Pending', 'Whether the listener is accepted is not known yet'),     own('Accepted')],
    ['no data plane has reported',                      untold,                                Unknown('Pending', untoldText)],
    ['the data plane has not taken this generation',    (f) => !current(f),                    False('Pending', 'The data plane has not taken over the present configuration')],
    ['its socket is not open',                          (f) => !bound(f),                      False('Pending', problemOr('The data plane has not opened the port'))],
    ['otherwise',                                       otherwise,                             True('Programmed', elsewhereText)],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerConflicted: ConditionRules<Facts> = {
  type: 'Conflicted',
  rows: [
    ['another listener has its port or hostname', (f) => f.conflict !== undefined, True(conflictReason, conflictText), field('port')],
    ['otherwise',                                 otherwise,                       absent],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerOverlapping: ConditionRules<Facts> = {
  type: 'OverlappingTLSConfig',
  rows: [
    ['TLS for names of its own ends on the port elsewhere too', (f) => f.overlaps.length > 0, True('OverlappingHostnames', (f) => `Some of its names also belong to ${namesText(f.overlaps)} on the same port; a client that reuses a connection may be answered by the other`), field('hostname')],
    ['otherwise',                                               otherwise,                    absent],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerReady: ConditionRules<Facts> = {
  type: 'Ready',
  rows: [
    ['it is not accepted',                       (f) => f.accepted === 'False' || f.ownerRefused !== undefined, False('Invalid', 'The listener is not accepted'), own('Accepted')],
    ['no data plane has reported',               untold,                         Unknown('Pending', untoldText)],
    ['something is not in force, or not probed', (f) => !flowing(f),             False('Pending', 'Not all of the present configuration has been seen to work'), own('Programmed')],
    ['otherwise',                                otherwise,                      True('Ready', 'Traffic flows')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerOldReady: ConditionRules<Facts> = {
  type: 'Ready',
  rows: [
    ['it is not accepted',         (f) => f.accepted === 'False' || f.ownerRefused !== undefined, False('Invalid', 'The listener is not accepted'), own('Accepted')],
    ['no data plane has reported', (f) => untold(f) || f.accepted === 'Unknown', Unknown('Pending', untoldText),                                     own('Programmed')],
    ['it is not programmed',       (f) => !current(f) || !bound(f),              False('Pending', 'The listener is not programmed'),                 own('Programmed')],
    ['otherwise',                  otherwise,                                    True('Ready')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const listenerDetached: ConditionRules<Facts> = {
  type: 'Detached',
  rows: [
    ['it is accepted',          (f) => f.accepted === 'True',  False('Attached'),                                own('Accepted')],
    ['it is not accepted',      (f) => f.accepted === 'False', True(oneOf(['UnsupportedProtocol', 'PortUnavailable', 'Invalid'], (f) => (!f.supported ? 'UnsupportedProtocol' : portTaken(f) ? 'PortUnavailable' : 'Invalid')), 'The listener is not accepted'), own('Accepted')],
    ['otherwise',               otherwise,                     Unknown('Pending'),                               own('Accepted')],
  ],
}

const portTaken = ({ dataPlane }: Facts): boolean =>
  dataPlane.told === 'report' && dataPlane.listener?.portUnavailable === true

/** A table for a condition that nobody asked for. */
export const notSaid = (type: string): ConditionRules<unknown> => ({
  type,
  rows: [['it was not asked for', otherwise, absent]],
})

/** The tables of a listener, in the order of its conditions. */
export function listenerTables({ ready, deprecated }: Setup): readonly ConditionRules<ListenerFacts>[] {
  const readyTables = { none: notSaid('Ready'), strict: listenerReady, old: listenerOldReady }
  return [
    listenerAccepted,
    listenerResolvedRefs,
    listenerProgrammed,
    listenerConflicted,
    listenerOverlapping,
    readyTables[ready],
    deprecated ? listenerDetached : notSaid('Detached'),
  ]
}
