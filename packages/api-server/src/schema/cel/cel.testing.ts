import type { Json } from '../../json/json.ts'
import { compileSchema } from '../compiled-schema.ts'
import type { Schema } from '../schema.ts'
import { declareType } from './declare.ts'
import { fromJson } from './from-json.ts'
import { Meter } from './meter.ts'
import { compileExpression } from './program.ts'
import { dyn } from './types.ts'
import type { CelValue } from './values.ts'

/** What `self` is in most tests: one property of each kind. */
const selfSchema: Schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    number: { type: 'integer' },
    double: { type: 'number' },
    flag: { type: 'boolean' },
    list: { type: 'array', items: { type: 'string' } },
    set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    keyed: {
      type: 'array',
      items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
    map: { type: 'object', additionalProperties: { type: 'integer' } },
    object: { type: 'object', properties: { x: { type: 'string' } } },
    either: { 'x-kubernetes-int-or-string': true },
    duration: { type: 'string', format: 'duration' },
    time: { type: 'string', format: 'date-time' },
    bytes: { type: 'string', format: 'byte' },
    nothing: { type: 'string', nullable: true },
    free: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'string' } },
    },
    'a.b-c/d': { type: 'string' },
    namespace: { type: 'string' },
  },
}

export const self: Json = {
  text: 'hello wörld',
  number: 5,
  double: 2.5,
  flag: true,
  list: ['b', 'a', 'c'],
  set: ['p', 'q'],
  keyed: [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ],
  map: { one: 1, two: 2 },
  object: { x: 'ox' },
  either: '50%',
  duration: '1h30m',
  time: '2024-05-06T07:08:09Z',
  bytes: 'aGVsbG8=',
  nothing: null,
  free: { known: 'kn', other: 1 },
  'a.b-c/d': 'escaped',
  namespace: 'ns',
}

/** What an expression comes to: its value, or the error as text. */
export function evaluate(expression: string, limit = 1_000_000): CelValue | string {
  const schema = compileSchema(selfSchema)
  const type = declareType(schema, { resource: false, name: 'selfType' }) ?? dyn
  const program = compileExpression(expression, [['self', type]])
  if ('error' in program) return program.error
  try {
    return program.run([fromJson(self, schema)], new Meter(limit))
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
