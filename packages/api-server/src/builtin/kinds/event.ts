import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { KubeObject } from '../../json/json.ts'
import type { KindRules } from '../kind-rules.ts'
import { mandatory } from '../validation/field-rules.ts'
import { qualifiedName } from '../validation/name-rules.ts'
import { memberOf, objectOf, textOf } from '../validation/read.ts'

/** The same object under two names: core/v1 and events.k8s.io/v1 call some members differently. Core first. */
const renamed = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const

const newGroup = 'events.k8s.io/v1'

function convert(event: KubeObject, apiVersion: string): KubeObject {
  if (event.apiVersion === apiVersion) return event
  const names = new Map<string, string>(
    renamed.map(([core, modern]) => (apiVersion === newGroup ? [core, modern] : [modern, core])),
  )
  const members = Object.entries(event).map(([key, value]) => [names.get(key) ?? key, value] as const)
  return { ...Object.fromEntries(members), apiVersion } as KubeObject
}

const referenceFields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']

function selectable(reference: string, source: string): NonNullable<KindRules['selectableFields']> {
  const component = reference === 'regarding' ? 'reportingController' : 'reportingComponent'
  return {
    ...Object.fromEntries(
      referenceFields.map((field) => [
        `${reference}.${field}`,
        (event: KubeObject) => textOf(objectOf(event, reference), field),
      ]),
    ),
    reason: (event) => textOf(event, 'reason'),
    reportingComponent: (event) => textOf(event, component),
    source: (event) => textOf(objectOf(event, source), 'component') || textOf(event, component),
    type: (event) => textOf(event, 'type'),
  }
}

export const coreEventRules: KindRules = {
  checksMetadata: 'last',
  // Recorders of old gave events any name.
  name: () => [],
  ignoresPropagation: true,
  convert,
  validate: (event) => validateEvent(event, 'involvedObject', 'reportingComponent'),
  selectableFields: selectable('involvedObject', 'source'),
}

export const eventRules: KindRules = {
  ignoresPropagation: true,
  convert,
  validate: (event, old) => [
    ...validateEvent(event, 'regarding', 'reportingController'),
    ...(old === undefined ? validateNewEvent(event) : []),
  ],
  selectableFields: selectable('regarding', 'deprecatedSource'),
}

/** What both groups ask for. An event with `eventTime` comes from a newer recorder, of which more is expected. */
function validateEvent(event: KubeObject, reference: string, controller: string): readonly FieldError[] {
  const newer = textOf(event, 'eventTime') !== ''
  const name = textOf(event, controller)
  return [
    ...validateNamespace(event, textOf(objectOf(event, reference), 'namespace'), newer),
    ...(newer
      ? [
          ...mandatory(controller)(event, ''),
          ...qualifiedName(name).map((problem) => invalidValue(controller, name, problem)),
          ...['reportingInstance', 'action', 'reason'].flatMap((field) => mandatory(field)(event, '')),
        ]
      : []),
  ]
}

/** An event lives beside the object it is about; what has no namespace is reported in `default`. */
function validateNamespace(event: KubeObject, about: string, newer: boolean): readonly FieldError[] {
  const own = textOf(event.metadata, 'namespace')
  const homes = newer ? ['default', 'kube-system'] : ['default']
  const fits = about === '' ? homes.includes(own) : newer || own === about
  return fits ? [] : [invalidValue('involvedObject.namespace', about, 'does not match event.namespace')]
}

/** The newer group leaves the members of the older one alone. */
function validateNewEvent(event: KubeObject): readonly FieldError[] {
  const type = textOf(event, 'type')
  const unset = [
    ['deprecatedFirstTimestamp', 'firstTimestamp'],
    ['deprecatedLastTimestamp', 'lastTimestamp'],
    ['deprecatedCount', 'count'],
  ] as const
  return [
    ...(textOf(event, 'eventTime') === '' ? mandatory('eventTime')(event, '') : []),
    ...(type === 'Normal' || type === 'Warning'
      ? []
      : [invalidValue('type', '', `has invalid value: ${type}`)]),
    ...unset
      .filter(([field]) => memberOf(event, field) !== undefined)
      .map(([, field]) => invalidValue(field, '', 'needs to be unset')),
  ]
}
