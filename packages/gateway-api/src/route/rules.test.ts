import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import { profiles } from '@sitrep/status'
import type { BackendFault } from './facts/backends.ts'
import type { RouteFacts } from './facts/facts.ts'
import { routeAccepted, routePartiallyInvalid, routeProgrammed, routeResolvedRefs } from './rules.ts'

type Case = TableCase<RouteFacts>

const service = { group: '', kind: 'Service', namespace: 'shop', name: 'cart' }
const faults = (...reasons: readonly BackendFault['reason'][]) => ({
  references: {
    faults: reasons.map((reason) => ({ reason, message: `${reason} of Service shop/cart`, ref: service })),
    unreadable: [],
    soundBackends: 0,
  },
})
const refused = (reason: 'NoMatchingParent' | 'NotAllowedByListeners' | 'NoMatchingListenerHostname') => ({
  attaching: { refused: reason, message: 'No listener takes it' },
})
const dropped = (
  usable: number,
  reason: 'UnsupportedValue' | 'IncompatibleFilters' = 'UnsupportedValue',
) => ({
  rules: { usable, dropped: [{ index: 1, fault: { reason, message: 'The path is not supported' } }] },
})
const steady: RouteFacts = {
  at: 'parents[x]',
  kind: 'HTTPRoute',
  parent: 'Gateway infra/edge',
  parentRef: { group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'infra', name: 'edge' },
  attaching: { attached: [] },
  setRefused: false,
  rules: { usable: 1, dropped: [] },
  references: { faults: [], unreadable: [], soundBackends: 1 },
  gatewayRefused: false,
  dataPlane: 'in force',
  accepted: 'True',
}
const unread = { references: { faults: [], unreadable: ['Service shop/cart: forbidden'], soundBackends: 0 } }

const test = (rules: typeof routeProgrammed, cases: readonly Case[], title = 'a route:'): void =>
  describeTable(title, { rules, steady }, cases)

// biome-ignore format: the table is the specification; its columns stay aligned
const accepted: readonly Case[] = [
  ['taken',             {},                                             'True Accepted',                    'a listener takes it'],
  ['no section',        refused('NoMatchingParent'),                    'False NoMatchingParent',           'the parent has no such listener', 'No listener takes it at Gateway infra/edge'],
  ['not allowed',       refused('NotAllowedByListeners'),               'False NotAllowedByListeners',      'its kind or namespace is not admitted'],
  ['no hostname',       refused('NoMatchingListenerHostname'),          'False NoMatchingListenerHostname', 'its hostnames are not the listener\'s'],
  ['set refused',       { setRefused: true },                           'False NotAllowedByListeners',      'its ListenerSet serves nothing'],
  ['no rule',           dropped(0),                                     'False UnsupportedValue',           'nothing is left to configure'],
  ['filters',           dropped(0, 'IncompatibleFilters'),              'False IncompatibleFilters',        'nothing is left to configure'],
  ['some rules',        dropped(1),                                     'True Accepted',                    'something can be configured'],
  ['labels unreadable', { attaching: { unreadable: 'forbidden' } },     'Unknown Pending',                  'not looked is not refused'],
  ['HTTP, no Service',  faults('BackendNotFound'),                      'True Accepted',                    'a request can be answered with an error'],
  ['TCP, not granted',  { kind: 'TCPRoute', ...faults('RefNotPermitted') }, 'True Accepted',                'what is not permitted must not show in Accepted'],
]
// biome-ignore format: the table is the specification; its columns stay aligned
const nowhere = {
  proposal: ['TCP, no Service', { kind: 'TCPRoute', ...faults('BackendNotFound') }, 'False BackendNotFound', 'a connection cannot be answered with an error'],
  released: ['TCP, no Service', { kind: 'TCPRoute', ...faults('BackendNotFound') }, 'True Accepted',         'its connections are refused'],
} as const
for (const profile of profiles)
  test(routeAccepted[profile], [...accepted, nowhere[profile]], `a route, ${profile}:`)

// biome-ignore format: the table is the specification; its columns stay aligned
test(routeResolvedRefs, [
  ['all there',        {},                                             'True ResolvedRefs',         'every Service exists'],
  ['not granted',      faults('BackendNotFound', 'RefNotPermitted'),   'False RefNotPermitted',     'of several faults this one is told first', 'BackendNotFound of Service shop/cart, RefNotPermitted of Service shop/cart'],
  ['kind',             faults('BackendNotFound', 'InvalidKind'),       'False InvalidKind',         'of several faults this one is told first'],
  ['missing',          faults('BackendNotFound'),                      'False BackendNotFound',     'there is no such Service'],
  ['protocol',         faults('UnsupportedProtocol'),                  'False UnsupportedProtocol', 'nobody speaks it'],
  ['unreadable',       unread,                                         'Unknown Pending',           'not looked is not missing'],
  ['refused all the same', { ...refused('NotAllowedByListeners'), accepted: 'False' }, 'True ResolvedRefs', 'it says nothing about being accepted'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(routePartiallyInvalid, [
  ['all valid',     {},                                 'absent',                'a negative condition is there only while it is True'],
  ['one dropped',   dropped(1),                         'True UnsupportedValue', 'the others are in use', 'Dropped Rule spec.rules[1]: The path is not supported'],
  ['none left',     { ...dropped(0), accepted: 'False' }, 'absent',              'nothing of it is in use'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test(routeProgrammed, [
  ['in force',        {},                          'True Programmed',  'the data plane has this generation'],
  ['not accepted',    { accepted: 'False' },       'False Invalid',    'it is never sent'],
  ['Gateway refused', { gatewayRefused: true },    'False Invalid',    'nothing of it is sent'],
  ['not known',       { accepted: 'Unknown' },     'Unknown Pending',  'it may yet be refused'],
  ['no look',         { dataPlane: 'unreadable' }, 'Unknown Pending',  'not looked is not missing'],
  ['no report',       { dataPlane: 'nothing' },    'Unknown Pending',  'never green by absence'],
  ['older',           { dataPlane: 'behind' },     'False Pending',    'it serves another generation'],
])
