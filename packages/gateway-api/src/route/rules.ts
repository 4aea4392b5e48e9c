import {
  absent,
  type ConditionRules,
  False,
  oneOf,
  otherwise,
  type Rule,
  type Source,
  True,
  Unknown,
} from '@sitrep/conditions'
import type { Profile } from '@sitrep/status'
import { gatewayGroup, gatewayKind, listenerSetKind } from '../kinds.ts'
import { namesText } from '../model/names.ts'
import { faultSources, sourceRef } from '../references/facts.ts'
import { refusalReasons } from './facts/attach.ts'
import { type BackendFault, backendFaultReasons } from './facts/backends.ts'
import type { RouteFacts } from './facts/facts.ts'
import { type ParentObserved, ruleFaultReasons } from './types.ts'

type Facts = RouteFacts

const own =
  (condition: string) =>
  (f: Facts): readonly Source[] => [{ at: f.at, condition }]
const listeners = (f: Facts): readonly Source[] => [{ ref: f.parentRef, field: 'spec.listeners' }]
const refused = ({ attaching }: Facts): boolean => 'refused' in attaching
const refusalText = ({ attaching, parent }: Facts): string =>
  'refused' in attaching ? `${attaching.message} at ${parent}` : ''
const refusalReason = oneOf(refusalReasons, ({ attaching }: Facts) =>
  'refused' in attaching ? attaching.refused : 'NotAllowedByListeners',
)
const droppedReason = oneOf(
  ruleFaultReasons,
  ({ rules }: Facts) => rules.dropped[0]?.fault.reason ?? 'UnsupportedValue',
)
const droppedText = ({ rules }: Facts): string =>
  namesText(rules.dropped.map(({ index, fault }) => `spec.rules[${index}]: ${fault.message}`))
const firstFault = (f: Facts): BackendFault['reason'] | undefined =>
  backendFaultReasons.find((reason) => f.references.faults.some((fault) => fault.reason === reason))
const faulty =
  (reason: BackendFault['reason']) =>
  (f: Facts): boolean =>
    firstFault(f) === reason
const faultTexts = (f: Facts): string => namesText(f.references.faults.map(({ message }) => message))
const ends = (f: Facts): readonly Source[] => faultSources(f.references.faults)

// A connection cannot be answered with an error, so a rule that leads nowhere leaves nothing to configure.
const leadsNowhere = (f: Facts): boolean =>
  ['TLSRoute', 'TCPRoute', 'UDPRoute'].includes(f.kind) &&
  f.references.soundBackends === 0 &&
  f.references.unreadable.length === 0 &&
  f.references.faults.length > 0 &&
  !faulty('RefNotPermitted')(f)

// biome-ignore format: the table is the specification; its columns stay aligned
const attachingRows: readonly Rule<Facts>[] = [
  ['its ListenerSet is not taken by the Gateway',  (f) => f.setRefused,                                        False('NotAllowedByListeners', (f) => `${f.parent} is not accepted by its Gateway`), (f) => [{ ref: f.parentRef, condition: 'Accepted' }]],
  ['no listener takes it',                         refused,                                                    False(refusalReason, refusalText),                                              listeners],
  ['none of its rules can be used',                (f) => f.rules.usable === 0 && f.rules.dropped.length > 0,  False(droppedReason, droppedText),                                              [{ field: 'spec.rules' }]],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const nowhereRow: Rule<Facts> =
  ['no connection could lead anywhere',            leadsNowhere,                                               False(oneOf(backendFaultReasons, (f) => firstFault(f) ?? 'BackendNotFound'), faultTexts), own('ResolvedRefs')]

// biome-ignore format: the table is the specification; its columns stay aligned
const lastRows: readonly Rule<Facts>[] = [
  ['what listeners ask for cannot be read',        ({ attaching }) => 'unreadable' in attaching,               Unknown('Pending', ({ attaching }) => ('unreadable' in attaching ? `The labels of the namespace cannot be read: ${attaching.unreadable}` : ''))],
  ['otherwise',                                    otherwise,                                                  True('Accepted'),                                                               listeners],
]

/** The document refuses a route for connections that lead nowhere; the API that was released accepts it and refuses the connections. */
export const routeAccepted: Readonly<Record<Profile, ConditionRules<Facts>>> = {
  proposal: { type: 'Accepted', rows: [...attachingRows, nowhereRow, ...lastRows] },
  released: { type: 'Accepted', rows: [...attachingRows, ...lastRows] },
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const routeResolvedRefs: ConditionRules<Facts> = {
  type: 'ResolvedRefs',
  rows: [
    ['a reference into another namespace is not permitted', faulty('RefNotPermitted'),                      False('RefNotPermitted', faultTexts),     ends],
    ['something is referred to that is not supported',      faulty('InvalidKind'),                          False('InvalidKind', faultTexts),         ends],
    ['a backend does not exist',                            faulty('BackendNotFound'),                      False('BackendNotFound', faultTexts),     ends],
    ['a backend speaks what is not supported',              faulty('UnsupportedProtocol'),                  False('UnsupportedProtocol', faultTexts), ends],
    ['a backend cannot be read',                            (f) => f.references.unreadable.length > 0,      Unknown('Pending', (f) => `Not everything could be read: ${namesText(f.references.unreadable)}`)],
    ['otherwise',                                           otherwise,                                      True('ResolvedRefs')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const routePartiallyInvalid: ConditionRules<Facts> = {
  type: 'PartiallyInvalid',
  rows: [
    ['it is accepted without some of its rules', (f) => f.accepted === 'True' && f.rules.dropped.length > 0, True(droppedReason, (f) => `Dropped Rule ${droppedText(f)}`), [{ field: 'spec.rules' }]],
    ['otherwise',                                otherwise,                                                 absent],
  ],
}

const report = (f: Facts): readonly Source[] => [
  { ref: { ...f.parentRef, group: 'sitrep.dev', kind: 'DataPlaneReport' } },
]

// biome-ignore format: the table is the specification; its columns stay aligned
export const routeProgrammed: ConditionRules<Facts> = {
  type: 'Programmed',
  rows: [
    ['it is not accepted',                             (f) => f.accepted === 'False',          False('Invalid', 'The route is not accepted'),                        own('Accepted')],
    ['its Gateway is refused',                         (f) => f.gatewayRefused,                False('Invalid', (f) => `The Gateway of ${f.parent} is not accepted`), (f) => [{ ref: f.parentRef, condition: 'Accepted' }]],
    ['whether it is accepted is not known',            (f) => f.accepted === 'Unknown',        Unknown('Pending', 'Whether the route is accepted is not known yet'), own('Accepted')],
    ['the report of the data plane cannot be read',    (f) => f.dataPlane === 'unreadable',    Unknown('Pending', 'The report of the data plane cannot be read')],
    ['no data plane has reported',                     (f) => f.dataPlane === 'nothing',       Unknown('Pending', 'No data plane has reported yet')],
    ['the data plane has not taken this generation',   (f) => f.dataPlane === 'behind',        False('Pending', 'The data plane has not taken over the route'),      report],
    ['otherwise',                                      otherwise,                              True('Programmed'),                                                   report],
  ],
}

/** The tables of a route at one parent, in the order of its conditions. */
export const routeTables = (profile: Profile): readonly ConditionRules<Facts>[] => [
  routeAccepted[profile],
  routeResolvedRefs,
  routeProgrammed,
  routePartiallyInvalid,
]

const isServed = ({ parent: { group, kind } }: ParentObserved): boolean =>
  group === gatewayGroup && [gatewayKind.kind, listenerSetKind.kind].includes(kind)
const itself = ({ parent }: ParentObserved): readonly Source[] => [{ ref: sourceRef(parent) }]
const gatewayOf = ({ parent, set }: ParentObserved): readonly Source[] => [
  { ref: sourceRef(set?.read === true && set.item !== undefined ? set.item.parent : parent) },
]
const classOf = ({ gateway }: ParentObserved): readonly Source[] =>
  gateway?.read === true && gateway.item !== undefined
    ? [{ ref: { group: gatewayGroup, kind: 'GatewayClass', name: gateway.item.className } }]
    : []

/** Why nothing is said of a route at a parent. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const routeUnreported: ConditionRules<ParentObserved> = {
  type: 'Accepted',
  rows: [
    ['its parent is of a kind that is none of ours',  (f) => !isServed(f),                                                   absent, itself],
    ['its ListenerSet does not exist',                ({ set }) => set?.read === true && set.item === undefined,             absent, itself],
    ['its Gateway does not exist',                    ({ gateway }) => gateway === undefined || (gateway.read && gateway.item === undefined), absent, gatewayOf],
    ['the class of its Gateway does not exist',       ({ controllerName }) => controllerName?.read === true && controllerName.item === undefined, absent, classOf],
    ['whose the parent is cannot be read',            ({ set, gateway, controllerName }) => [set, gateway, controllerName].some((each) => each?.read === false), absent, itself],
    ['another controller serves its Gateway',         otherwise,                                                             absent, classOf],
  ],
}
