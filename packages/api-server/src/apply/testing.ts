import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getPath } from '../json/own.ts'
import type { Schema } from '../schema/schema.ts'
import { type FieldSet, fieldSetOf } from './field-set.ts'
import { type OwnershipContext, runSteps } from './ownership-context.ts'
import { type ApplyOutcome, type ApplyRequest, applyServerSide } from './server-side-apply.ts'
import { trackUpdate, type UpdateToTrack } from './track-update.ts'

const text: Schema = { type: 'string' }
const port: Schema = {
  type: 'object',
  properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, name: text },
}

/** A kind with one field of every sort that ownership tells apart. */
export const widgetSchema: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer' },
        colour: text,
        tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
        args: { type: 'array', items: text },
        ports: {
          type: 'array',
          items: port,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port', 'protocol'],
        },
        options: { type: 'object', additionalProperties: text },
        point: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { x: { type: 'integer' }, y: { type: 'integer' } },
        },
        extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' }, phase: text } },
  },
}

export const widgetVersion = 'example.com/v1'

/** A Widget with the given spec; the rest as in a request. */
export function widget(spec?: JsonObject, more: JsonObject = {}): KubeObject {
  const { metadata, ...others } = more
  return {
    apiVersion: widgetVersion,
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'default', ...(metadata as JsonObject | undefined) },
    ...(spec === undefined ? {} : { spec }),
    ...others,
  }
}

const statusOnly: FieldSet = fieldSetOf(['status'])

/** A context in which Widgets have one version and a status of their own. */
export function widgetContext(given: Partial<OwnershipContext> = {}): OwnershipContext {
  return {
    apiVersion: widgetVersion,
    subresource: '',
    schemaFor: (apiVersion) => (apiVersion === widgetVersion ? widgetSchema : undefined),
    resetFields: () => statusOnly,
    blank: { apiVersion: widgetVersion, kind: 'Widget' },
    now: Date.UTC(2026, 0, 1),
    ...given,
  }
}

export function noConversion(): never {
  throw new Error('asked for a conversion that nothing calls for')
}

export type ApplyGiven = Partial<ApplyRequest> & Pick<ApplyRequest, 'config'>

export function applyWidget(given: ApplyGiven): ApplyOutcome {
  const request = { ...widgetContext(), live: undefined, manager: 'applier', force: false, ...given }
  return runSteps(applyServerSide(request), noConversion)
}

/** The object that an apply leads to, as it is stored. */
export function applied(given: ApplyGiven): KubeObject {
  const outcome = applyWidget(given)
  if (outcome.kind !== 'applied') throw new Error(`${outcome.kind}: ${outcome.message}`)
  return stored(outcome.object)
}

export type UpdateGiven = Partial<UpdateToTrack> & Pick<UpdateToTrack, 'updated'>

/** The object that an update leads to, as it is stored. */
export function updated(given: UpdateGiven): KubeObject {
  const update = { ...widgetContext(), live: undefined, manager: 'updater', ...given }
  return stored(runSteps(trackUpdate(update), noConversion))
}

function stored(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, uid: 'u-1' } }
}

/** The entries in short: `name Operation [subresource] [@seconds]` with their fields. */
export function entriesOf(object: KubeObject): Record<string, Json> {
  const entries = (getPath(object, ['metadata', 'managedFields']) ?? []) as readonly JsonObject[]
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, time, fieldsV1 }) => {
      const part = subresource === undefined ? '' : ` ${subresource}`
      const at = typeof time === 'string' ? ` @${Number(time.slice(17, 19))}` : ''
      return [`${manager} ${operation}${part}${at}`, fieldsV1 ?? null]
    }),
  )
}

export function specOf(object: KubeObject): Json {
  return object['spec'] ?? null
}
