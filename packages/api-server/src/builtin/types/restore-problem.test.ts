import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { fitsExactly } from './fits-exactly.ts'
import { restoreProblem } from './restore-problem.ts'

type Row = readonly [kind: string, content: JsonObject, problem: string | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['v1 ConfigMap',       { data: { a: 'b' } },                        undefined,                                'all fits'],
  ['v1 ConfigMap',       { data: null, other: 5 },                    undefined,                                'null fits everything and unknown members are not read'],
  ['v1 ConfigMap',       { data: { a: true } },                       'unrecognized type: string',              'a boolean cannot become a text'],
  ['v1 ConfigMap',       { data: { a: 7 } },                          'cannot convert int64 to string',         'Go could make a character of it, and does not'],
  ['v1 ConfigMap',       { data: [] },                                'cannot restore map from slice',          'a list is no map'],
  ['apps/v1 Deployment', { spec: [] },                                'cannot restore struct from: slice',      'a list is no struct'],
  ['apps/v1 Deployment', { spec: { replicas: 'x' } },                 'unrecognized type: int32',               'a text cannot become a number'],
  ['apps/v1 Deployment', { spec: { replicas: 1.5 } },                 'cannot convert float64 to int32',        'something would be lost'],
  ['v1 Pod',             { spec: { containers: {} } },                'cannot restore slice from map',          'a map is no list'],
  ['v1 Pod',             { spec: { overhead: { cpu: '1' } } },        undefined,                                'what reads itself is handed its JSON'],
  ['v1 Pod',             { metadata: { creationTimestamp: 'now' } },  'parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"', 'and has its own words'],
]

function objectOf(type: string, content: JsonObject): KubeObject {
  const [apiVersion, kind] = type.split(' ') as [string, string]
  return { apiVersion, kind, metadata: {}, ...content } as KubeObject
}

describe('what a strategic patch made of an object', () => {
  for (const [type, content, problem, because] of rows) {
    it(`${type} ${JSON.stringify(content)}: ${problem ?? 'fits'}, because ${because}`, () =>
      assert.equal(restoreProblem(objectOf(type, content)), problem))
  }
})

type Fit = readonly [kind: string, content: JsonObject, fits: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const fits: readonly Fit[] = [
  ['v1 ConfigMap', { data: { a: 'b' } },                                       true,  'everything is known and of its type'],
  ['v1 ConfigMap', { data: { a: null } },                                      false, 'null has to be read as something'],
  ['v1 ConfigMap', { other: 1 },                                               false, 'somebody has to report it'],
  ['v1 ConfigMap', { metadata: { managedFields: 5 } },                         true,  'ownership is read by somebody else'],
  ['v1 Secret',    { data: { a: 'YQ==' } },                                    false, 'base64 needs a second look'],
  ['v1 Service',   { spec: { ports: [{ port: 80, targetPort: 'web' }] } },     true,  'a port may have a name'],
  ['v1 Pod',       { spec: { overhead: { cpu: '500m' } } },                    true,  'a plain quantity'],
  ['v1 Pod',       { spec: { overhead: { cpu: 'half' } } },                    false, 'somebody has to refuse it'],
  ['v1 Pod',       { spec: { terminationGracePeriodSeconds: 3_000_000_000 } }, false, 'whether it fits depends on the width'],
  ['v1 Pod',       { metadata: { creationTimestamp: '2020-02-31T00:00:00Z' } }, false, 'there is no such day'],
  ['coordination.k8s.io/v1 Lease', { spec: { renewTime: '2020-01-01T00:00:00Z' } }, false, 'microseconds are missing'],
  ['coordination.k8s.io/v1 Lease', { spec: { renewTime: '2020-01-01T00:00:00.000000Z' } }, true, 'microseconds are there'],
]

describe('an object that needs no second look', () => {
  for (const [type, content, expected, because] of fits) {
    it(`${type} ${JSON.stringify(content)}: ${expected}, because ${because}`, () =>
      assert.equal(fitsExactly(objectOf(type, content)), expected))
  }
})
