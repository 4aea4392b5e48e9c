import type { JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'
import type { KindRules } from '../kind-rules.ts'
import { objectOf, textOf } from '../validation/read.ts'

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
  ignoresPropagation: true,
  convert,
  validate: (event) => validateInvolved(event, objectOf(event, 'involvedObject')),
  selectableFields: selectable('involvedObject', 'source'),
}

export const eventRules: KindRules = {
  ignoresPropagation: true,
  convert,
  selectableFields: selectable('regarding', 'deprecatedSource'),
}

/** An event lives beside the object it is about; what has no namespace is reported in `default`. */
function validateInvolved(
  event: KubeObject,
  involved: JsonObject | undefined,
): ReturnType<NonNullable<KindRules['validate']>> {
  const [own, about] = [textOf(event.metadata, 'namespace'), textOf(involved, 'namespace')]
  const fits = about === '' ? own === 'default' || own === 'kube-system' : own === about
  if (fits) return []
  const field = 'involvedObject.namespace'
  const message = `Invalid value: ${JSON.stringify(about)}: does not match event.namespace`
  return [{ reason: 'FieldValueInvalid', field, message, value: getOwn(involved ?? {}, 'namespace') ?? '' }]
}
