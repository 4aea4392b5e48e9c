import {
  type ConditionRules,
  type ConditionStatus,
  False,
  otherwise,
  type Source,
  True,
  Unknown,
} from '@sitrep/conditions'
import { formatEntry } from '@sitrep/status'
import { namesText } from '../model/names.ts'
import type { ListenerSetFacts } from './facts.ts'

type Facts = ListenerSetFacts

const names = (f: Facts, status: ConditionStatus): readonly string[] =>
  f.listeners.filter(({ accepted }) => accepted === status).map(({ name }) => name)
const refusedText = (f: Facts): string => `Listeners that are not accepted: ${namesText(names(f, 'False'))}`
const noneAccepted = (f: Facts): boolean => names(f, 'False').length === f.listeners.length
const inListeners = (f: Facts): readonly Source[] =>
  names(f, 'False').map((name) => ({ at: formatEntry('listeners', name), condition: 'Accepted' }))
const notAllowed = (f: Facts): boolean => f.allowed === false
const notAllowedText = (f: Facts): string =>
  `Gateway ${f.gateway} does not take ListenerSets of this namespace`

// biome-ignore format: the table is the specification; its columns stay aligned
export const setAccepted: ConditionRules<Facts> = {
  type: 'Accepted',
  rows: [
    ['its Gateway does not take it',                 notAllowed,                                 False('NotAllowed', notAllowedText)],
    ['its Gateway is not accepted',                  (f) => f.parentAccepted === 'False',        False('ParentNotAccepted', (f) => `Gateway ${f.gateway} is not accepted`)],
    ['whether its Gateway takes it cannot be told',  (f) => f.allowed === undefined,             Unknown('Pending', 'The labels of the namespace cannot be read')],
    ['none of its listeners is accepted',            noneAccepted,                               False('ListenersNotValid', refusedText), inListeners],
    ['not all of its listeners are accepted',        (f) => names(f, 'False').length > 0,        True('ListenersNotValid', refusedText),  inListeners],
    ['whether a listener is accepted is not known',  (f) => names(f, 'Unknown').length > 0,      Unknown('Pending', (f) => `Not known yet of listeners ${namesText(names(f, 'Unknown'))}`)],
    ['otherwise',                                    otherwise,                                  True('Accepted')],
  ],
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const setProgrammed: ConditionRules<Facts> = {
  type: 'Programmed',
  rows: [
    ['its Gateway does not take it',                 notAllowed,                                 False('NotAllowed', notAllowedText),  [{ condition: 'Accepted' }]],
    ['its Gateway is not accepted',                  (f) => f.parentAccepted === 'False',        False('ParentNotProgrammed', (f) => `Gateway ${f.gateway} is not accepted`)],
    ['none of its listeners is accepted',            noneAccepted,                               False('ListenersNotValid', refusedText), [{ condition: 'Accepted' }]],
    ['the report of the data plane cannot be read',  (f) => f.dataPlane === 'unreadable',        Unknown('Pending', 'The report of the data plane cannot be read')],
    ['no data plane has reported',                   (f) => f.dataPlane === 'nothing',           Unknown('Pending', 'No data plane has reported yet')],
    ['its Gateway is not programmed',                (f) => f.parentProgrammed === 'False',      False('ParentNotProgrammed', (f) => `Gateway ${f.gateway} is not programmed`)],
    ['the data plane has not taken this generation', (f) => f.dataPlane === 'behind',            False('Pending', 'The data plane has not taken over the present configuration')],
    ['otherwise',                                    otherwise,                                  True('Programmed')],
  ],
}
