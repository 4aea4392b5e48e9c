import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import type { ResolvedReferences } from '../references/types.ts'
import type { ListenerFacts } from './facts/facts.ts'
import type { ListenerFault } from './facts/references.ts'
import {
  listenerAccepted,
  listenerConflicted,
  listenerDetached,
  listenerOldReady,
  listenerOverlapping,
  listenerProgrammed,
  listenerReady,
  listenerResolvedRefs,
} from './rules.ts'

type Case = TableCase<ListenerFacts>

const secret = { group: '', kind: 'Secret', namespace: 'infra', name: 'cert' }
const none: ResolvedReferences<ListenerFault> = { sound: [], faults: [], unreadable: [], expired: [] }
const sound = { ...none, sound: [secret] }
const broken = (
  reason: ListenerFault['reason'],
  message = 'Secret infra/cert does not exist',
): ResolvedReferences<ListenerFault> => ({
  ...none,
  faults: [{ reason, message, ref: secret }],
})
const told = (
  more: object = {},
  listener: object | undefined = { name: 'web', bound: true, probed: true, portUnavailable: false },
) =>
  ({ dataPlane: { told: 'report', current: true, exact: true, listener, ...more } }) as Pick<
    ListenerFacts,
    'dataPlane'
  >

const steady: ListenerFacts = {
  name: 'web',
  at: 'listeners[web]',
  port: 80,
  protocol: 'HTTP',
  supported: true,
  modeSupported: true,
  conflict: undefined,
  overlaps: [],
  kinds: { served: ['HTTPRoute'], refused: [] },
  secured: false,
  certificates: none,
  validates: false,
  authorities: none,
  ownerRefused: undefined,
  ...told(),
  accepted: 'True',
}
const hostname = { conflict: { reason: 'HostnameConflict', with: ['listener other'] } } as const
const protocol = { conflict: { reason: 'ProtocolConflict', with: ['listener other'] } } as const
const silent: Partial<ListenerFacts> = { dataPlane: { told: 'nothing' } }
const forbidden: Partial<ListenerFacts> = { dataPlane: { told: 'unreadable', why: 'forbidden' } }
const untold = { secured: true, certificates: { ...none, unreadable: ['Secret infra/cert: forbidden'] } }

const test = (rules: typeof listenerAccepted, cases: readonly Case[]): void =>
  describeTable('a listener:', { rules, steady }, cases)

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerAccepted, [
  ['plain',                 {},                                                                     'True Accepted',             'nothing is wrong, and routes are not needed'],
  ['SCTP',                  { supported: false, protocol: 'SCTP' },                                 'False UnsupportedProtocol', 'nobody serves it', 'The protocol SCTP is not supported'],
  ['TLS ended for TLSRoute', { modeSupported: false },                                              'False UnsupportedValue',    'the data plane cannot end TLS there'],
  ['same hostname',         hostname,                                                               'False HostnameConflict',    'the reason of the conflict is repeated'],
  ['other protocol',        protocol,                                                               'False ProtocolConflict',    'the reason of the conflict is repeated', 'Its protocol and port are also wanted by listener other'],
  ['no authority',          { validates: true, authorities: broken('InvalidCACertificateRef') },    'False NoValidCACertificate', 'clients could not be verified'],
  ['some authority',        { validates: true, authorities: { ...broken('InvalidCACertificateRef'), sound: [secret] } }, 'True Accepted', 'one is enough to verify clients with'],
  ['no certificate',        { secured: true, certificates: broken('InvalidCertificateRef') },       'False InvalidCertificateRef', 'TLS could not begin'],
  ['not permitted',         { secured: true, certificates: broken('RefNotPermitted') },             'False RefNotPermitted',     'TLS could not begin'],
  ['some certificate',      { secured: true, certificates: { ...broken('InvalidCertificateRef'), sound: [secret] } }, 'True Accepted', 'it can be served with the others'],
  ['names none',            { secured: true },                                                      'False InvalidCertificateRef', 'TLS needs one', 'The listener names no certificate'],
  ['port taken',            told({}, { name: 'web', bound: false, probed: false, portUnavailable: true }), 'False PortUnavailable', 'the data plane says so', 'The data plane cannot open the port'],
  ['port taken, in words',  told({}, { name: 'web', bound: false, probed: false, portUnavailable: true, problem: 'Port 80 is taken' }), 'False PortUnavailable', 'the data plane says why', 'Port 80 is taken'],
  ['Secret unreadable',     untold,                                                                 'Unknown Pending',           'not looked is not missing'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerResolvedRefs, [
  ['plain',               {},                                                                        'True ResolvedRefs',              'it refers to nothing'],
  ['sound',               { secured: true, certificates: sound },                                    'True ResolvedRefs',              'its certificate is there'],
  ['not permitted',       { secured: true, certificates: broken('RefNotPermitted') },                'False RefNotPermitted',          'no grant'],
  ['missing',             { secured: true, certificates: broken('InvalidCertificateRef') },          'False InvalidCertificateRef',    'there is no such Secret', 'Secret infra/cert does not exist'],
  ['both',                { secured: true, certificates: { ...none, faults: [...broken('InvalidCertificateRef').faults, ...broken('RefNotPermitted', 'No grant').faults] } }, 'False RefNotPermitted', 'the message has both', 'No grant, Secret infra/cert does not exist'],
  ['names none',          { secured: true },                                                         'False InvalidCertificateRef',    'TLS needs one'],
  ['authority of a kind', { validates: true, authorities: broken('InvalidCACertificateKind') },      'False InvalidCACertificateKind', 'only ConfigMaps are understood'],
  ['authority missing',   { validates: true, authorities: broken('InvalidCACertificateRef') },       'False InvalidCACertificateRef',  'there is none'],
  ['kinds',               { kinds: { served: [], refused: ['TCPRoute'] } },                          'False InvalidRouteKinds',        'HTTP cannot serve it', 'The listener cannot serve TCPRoute'],
  ['Secret unreadable',   untold,                                                                    'Unknown Pending',                'not looked is not missing'],
  ['expired',             { secured: true, certificates: { ...sound, expired: ['Secret infra/cert'] } }, 'True ResolvedRefs',          'it is there and would be shown', 'A certificate has expired: Secret infra/cert'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerProgrammed, [
  ['in force',        {},                                      'True Programmed',        'the data plane has this generation and listens'],
  ['conflict',        { ...hostname, accepted: 'False' },      'False HostnameConflict', 'the reason of the conflict is repeated'],
  ['not accepted',    { accepted: 'False' },                   'False Invalid',          'it is never sent'],
  ['Gateway refused', { ownerRefused: 'The Gateway is not accepted' }, 'False Invalid',  'nothing of it is sent'],
  ['not known',       { accepted: 'Unknown' },                 'Unknown Pending',        'it may yet be refused'],
  ['no report',       silent,                                  'Unknown Pending',        'never green by absence', 'No data plane has reported yet'],
  ['no look',         forbidden,                               'Unknown Pending',        'not looked is not missing', "The data plane's report cannot be read: forbidden"],
  ['older',           told({ current: false }),                'False Pending',          'it serves another generation'],
  ['not listening',   told({ listener: undefined }),                   'False Pending',          'it says nothing of this listener', 'The data plane has not opened the port'],
  ['no certificate',  told({}, { name: 'web', bound: false, probed: false, portUnavailable: false, problem: 'Its key is another one' }), 'False Pending', 'the data plane says why', 'Its key is another one'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerConflicted, [
  ['alone',         {},       'absent',                'a negative condition is there only while it is True'],
  ['same hostname', hostname, 'True HostnameConflict', 'both want it', 'Its hostname and port are also wanted by listener other'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerOverlapping, [
  ['alone',   {},                       'absent',                    'a negative condition is there only while it is True'],
  ['covered', { overlaps: ['wide'] },   'True OverlappingHostnames', 'a connection for one name may be used for the other'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerReady, [
  ['flowing',       {},                        'True Ready',      'all is in force and a probe went through'],
  ['not accepted',  { accepted: 'False' },     'False Invalid',   'nothing can flow'],
  ['no report',     silent,                    'Unknown Pending', 'nobody knows'],
  ['not probed',    told({}, { name: 'web', bound: true, probed: false, portUnavailable: false }), 'False Pending', 'sent is not seen to work'],
  ['route behind',  told({ exact: false }),    'False Pending',   'something of it is of another generation'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerOldReady, [
  ['programmed',   {},                       'True Ready',      'that is what it meant'],
  ['not accepted', { accepted: 'False' },    'False Invalid',   'nothing can flow'],
  ['no report',    silent,                   'Unknown Pending', 'nobody knows'],
  ['behind',       told({ current: false }), 'False Pending',   'it is not programmed'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(listenerDetached, [
  ['accepted',     {},                                     'False Attached',           'the opposite of Accepted'],
  ['not accepted', { accepted: 'False' },                  'True Invalid',             'the opposite of Accepted'],
  ['SCTP',         { accepted: 'False', supported: false }, 'True UnsupportedProtocol', 'this reason it has always had'],
  ['port taken',   { accepted: 'False', ...told({}, { name: 'web', bound: false, probed: false, portUnavailable: true }) }, 'True PortUnavailable', 'this reason it has always had'],
  ['not known',    { accepted: 'Unknown' },                'Unknown Pending',          'nobody knows'],
])
