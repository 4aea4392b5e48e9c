import { absent, type ConditionRules, decide, otherwise, type Source } from '@sitrep/conditions'
import { type ComparedConditions, formatEntry } from '@sitrep/status'
import { gatewayGroup, gatewayKind, listenerSetKind } from '../kinds.ts'
import { parentKey } from '../lists.ts'
import { type ParentReference, sourceRef, writtenParent } from '../model/references.ts'
import type { ParentObserved } from './types.ts'

type Facts = ParentObserved

const isServed = ({ parent: { group, kind } }: Facts): boolean =>
  group === gatewayGroup && [gatewayKind.kind, listenerSetKind.kind].includes(kind)
const itself = ({ parent }: Facts): readonly Source[] => [{ ref: sourceRef(parent) }]
const gatewayOf = ({ parent, set }: Facts): readonly Source[] => [
  { ref: sourceRef(set?.read === true && set.item !== undefined ? set.item.parent : parent) },
]
const classOf = ({ gateway }: Facts): readonly Source[] =>
  gateway?.read === true && gateway.item !== undefined
    ? [{ ref: { group: gatewayGroup, kind: 'GatewayClass', name: gateway.item.className } }]
    : []

/** Why nothing is said of a route at a parent. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const routeUnreported: ConditionRules<Facts> = {
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

/** For whoever asks about a parent of which nothing is said. */
export function unreported(observed: ParentObserved, namespace: string): ComparedConditions {
  const at = entryOf(observed.parent, namespace)
  return {
    at,
    conditions: [],
    absent: [routeUnreported.type],
    decided: [{ ...decide(routeUnreported, observed), at }],
  }
}

const entryOf = (parent: ParentReference, namespace: string): string =>
  formatEntry('parents', parentKey(writtenParent(parent), namespace))
