import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import { found, missing, profiles, unreadable } from '@sitrep/status'
import type { DataPlaneReport } from '../data-plane/types.ts'
import type { ClientFault, GatewayFacts, ListenerOfGateway } from './facts.ts'
import {
  gatewayAccepted,
  gatewayAddressesAssigned,
  gatewayInsecure,
  gatewayOldReady,
  gatewayProgrammed,
  gatewayReady,
  gatewayResolvedRefs,
  gatewayScheduled,
} from './rules.ts'

type Case = TableCase<GatewayFacts>

const secret = { group: '', kind: 'Secret', namespace: 'infra', name: 'client' }
const listener = (name: string, more: Partial<ListenerOfGateway> = {}): ListenerOfGateway => ({
  name,
  accepted: 'True',
  resolved: 'True',
  probed: true,
  ...more,
})
const report: DataPlaneReport = {
  addresses: [{ type: 'IPAddress', value: '127.0.0.2' }],
  unusableAddresses: [],
  noResources: undefined,
  listeners: [],
  generations: {},
}
const told = (more: Partial<DataPlaneReport>) => ({ report: found({ ...report, ...more }) })
const behind = (names: readonly string[], all: number) => ({
  ...told({ replicas: Array.from({ length: all }, (_, index) => ({ name: `dp-${index}`, generation: 1 })) }),
  behind: names,
  current: names.length === 0,
})
const client = (reason: ClientFault['reason']) => ({
  client: {
    sound: [],
    unreadable: [],
    expired: [],
    faults: [{ reason, message: 'Secret infra/client does not exist', ref: secret }],
  },
})
const steady: GatewayFacts = {
  className: 'ours',
  classRefused: false,
  parameters: undefined,
  unsupportedAddresses: [],
  listeners: [listener('a'), listener('b')],
  client: { sound: [], faults: [], unreadable: [], expired: [] },
  insecureClients: false,
  wanted: [],
  report: found(report),
  current: true,
  exact: true,
  accepted: 'True',
}
const full = told({ noResources: 'no more ports' })
const two = [
  { type: 'IPAddress', value: '127.0.0.2' },
  { type: 'IPAddress', value: '127.0.0.9' },
]

const test = (rules: typeof gatewayProgrammed, cases: readonly Case[], title = 'a Gateway:'): void =>
  describeTable(title, { rules, steady }, cases)

// biome-ignore format: the table is the specification; its columns stay aligned
const accepted: readonly Case[] = [
  ['healthy',          {},                                                                     'True Accepted',           'all of it is valid'],
  ['class refused',    { classRefused: true },                                                 'False Invalid',           'nobody serves the class', 'GatewayClass ours is not accepted'],
  ['parameters',       { parameters: 'Shape' },                                                'False InvalidParameters', 'none are understood', 'Parameters of kind Shape are not supported'],
  ['address type',     { unsupportedAddresses: ['example.com/pool'] },                         'False UnsupportedAddress', 'nobody can have one'],
  ['no listener',      { listeners: [listener('a', { accepted: 'False' })] },                  'False ListenersNotValid', 'nothing can be served'],
  ['some listener',    { listeners: [listener('a', { accepted: 'False' }), listener('b')] },   'True ListenersNotValid',  'something can be served', 'Listeners that are not accepted: a'],
  ['not known',        { listeners: [listener('a', { accepted: 'Unknown' }), listener('b')] }, 'Unknown Pending',         'it may yet be refused'],
  ['bad or not known', { listeners: [listener('a', { accepted: 'Unknown' }), listener('b', { accepted: 'False' })] }, 'Unknown Pending', 'whether anything can be served is not known'],
]
const capacity = {
  proposal: [
    'no capacity',
    full,
    'False Invalid',
    'the document counts it under Accepted',
    'The data plane has no capacity: no more ports',
  ],
  released: ['no capacity', full, 'True Accepted', 'that is told by Programmed'],
} as const
for (const profile of profiles)
  test(gatewayAccepted[profile], [...accepted, capacity[profile]], `a Gateway, ${profile}:`)

// biome-ignore format: the table is the specification; its columns stay aligned
test(gatewayResolvedRefs, [
  ['healthy',          {},                                                                     'True ResolvedRefs',                 'all of it is there'],
  ['not permitted',    client('RefNotPermitted'),                                              'False RefNotPermitted',             'no grant'],
  ['client missing',   client('InvalidClientCertificateRef'),                                  'False InvalidClientCertificateRef', 'there is no such Secret'],
  ['a listener',       { listeners: [listener('a', { resolved: 'False' }), listener('b')] },   'False ListenersNotResolved',        'it is summed up', 'References do not resolve in listeners a'],
  ['not looked',       { listeners: [listener('a', { resolved: 'Unknown' })] },                'Unknown Pending',                   'not looked is not missing'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(gatewayProgrammed, [
  ['in force',      {},                                                 'True Programmed',         'the data plane has this generation and an address'],
  ['no capacity',   full,                                               'False NoResources',       'the data plane says so'],
  ['not accepted',  { accepted: 'False' },                              'False Invalid',           'it is never sent'],
  ['not known',     { accepted: 'Unknown' },                            'Unknown Pending',         'it may yet be refused'],
  ['no report',     { report: missing },                                'Unknown Pending',         'never green by absence', 'No data plane has reported yet'],
  ['no look',       { report: unreadable('forbidden') },                'Unknown Pending',         'not looked is not missing'],
  ['unusable',      told({ unusableAddresses: ['192.0.2.1'] }),         'False AddressNotUsable',  'it was asked for'],
  ['no replica',    told({ replicas: [] }),                             'False Pending',           'nobody would answer', 'No replica of the data plane takes traffic'],
  ['one behind',    behind(['dp-b'], 3),                                'False Pending',           'some of the traffic goes to it', '1 of 3 replicas of the data plane has not taken it over yet: dp-b'],
  ['many behind',   behind(['dp-d', 'dp-a', 'dp-c', 'dp-b'], 5),        'False Pending',           'at most three are named', '4 of 5 replicas of the data plane have not taken it over yet: dp-a, dp-b, dp-c and 1 more'],
  ['all replicas',  behind([], 2),                                      'True Programmed',         'every one of them has it'],
  ['no address',    told({ addresses: [] }),                            'False AddressNotAssigned', 'nobody could reach it'],
  ['older',         { current: false },                                 'False Pending',           'it serves another generation'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(gatewayAddressesAssigned, [
  ['chosen',       {},                                                          'True AddressesAssigned',   'none was asked for, and there is one'],
  ['no report',    { report: missing },                                         'absent',                   'nothing has been decided yet'],
  ['all of them',  { wanted: two, ...told({ addresses: two }) },                'True AddressesAssigned',   'each has its own'],
  ['any value',    { wanted: [{ type: 'IPAddress', value: undefined }] },       'True AddressesAssigned',   'any of the type will do'],
  ['twice one',    { wanted: [{ type: 'IPAddress', value: undefined }, { type: 'IPAddress', value: undefined }] }, 'False PartiallyAssigned', 'one address cannot stand for two', 'Not assigned: one of type IPAddress'],
  ['one of two',   { wanted: two },                                             'False PartiallyAssigned',  'the other is missing', 'Not assigned: 127.0.0.9'],
  ['none of them', { wanted: two, ...told({ addresses: [] }) },                 'False NotAssigned',        'there is none'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(gatewayInsecure, [
  ['secure',   {},                        'absent',                    'a negative condition is there only while it is True'],
  ['insecure', { insecureClients: true }, 'True ConfigurationChanged', 'whoever turned it on should see it'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(gatewayReady, [
  ['flowing',       {},                                                             'True Ready',      'all is in force and probes went through'],
  ['not accepted',  { accepted: 'False' },                                          'False Invalid',   'nothing can flow'],
  ['no report',     { report: missing },                                            'Unknown Pending', 'nobody knows'],
  ['not probed',    { listeners: [listener('a', { probed: false })] },              'False Pending',   'sent is not seen to work'],
  ['refused part',  { listeners: [listener('a'), listener('b', { accepted: 'False', probed: false })] }, 'True Ready', 'what is refused is not meant to flow'],
  ['unresolved',    { listeners: [listener('a', { resolved: 'False' })] },          'True Ready',      'references that do not resolve hold nothing back'],
  ['route behind',  { exact: false },                                               'False Pending',   'something of it is of another generation'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(gatewayOldReady, [
  ['programmed',   {},                      'True Ready',               'that is what it meant'],
  ['not accepted', { accepted: 'False' },   'False ListenersNotValid',  'nothing can flow'],
  ['no report',    { report: missing },     'Unknown Pending',          'nobody knows'],
  ['behind',       { current: false },      'False ListenersNotReady',  'it is not programmed'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(gatewayScheduled, [
  ['accepted',     {},                             'True Scheduled',    'Accepted has taken its place'],
  ['no capacity',  { ...full, accepted: 'False' }, 'False NoResources', 'that is what it was for'],
  ['not accepted', { accepted: 'False' },          'False Invalid',     'it follows Accepted'],
  ['not known',    { accepted: 'Unknown' },        'Unknown Pending',   'it follows Accepted'],
])
