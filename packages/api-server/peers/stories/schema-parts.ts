import type { JsonObject } from './objects.ts'

/** Parts of definitions and of their structural schemas, in one word each. */

export const props = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
export const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more })
export const whole = (more: JsonObject = {}): JsonObject => ({ type: 'integer', ...more })
export const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items,
  ...more,
})
export const texts = (more: JsonObject = {}): JsonObject => list(text(), more)
export const textMap = (more: JsonObject = {}): JsonObject => ({
  type: 'object',
  additionalProperties: text(),
  ...more,
})
export const anything: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
export const asSet: JsonObject = { 'x-kubernetes-list-type': 'set' }
export const byKeys = (...keys: readonly string[]): JsonObject => ({
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
})

export const version = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object' } },
  ...more,
})
