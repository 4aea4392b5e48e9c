import type { JsonObject } from './objects.ts'

/** Parts of structural schemas, in one word each. */

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
