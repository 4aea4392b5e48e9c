import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { readProblem } from '../read-problem.ts'

type Row = readonly [kind: string, content: JsonObject, problem: string | undefined, because: string]

const field = (what: string, where: string): string =>
  `json: cannot unmarshal ${what} into Go struct field ${where}`

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['v1 ConfigMap', { data: { a: 'b' } },                        undefined,                                                            'all fits'],
  ['v1 ConfigMap', { data: null, other: 5 },                    undefined,                                                            'null fits everything and unknown members are not read'],
  ['v1 ConfigMap', { data: { a: true } },                       field('bool', 'ConfigMap.data of type string'),                       'a member of a map is named after the map'],
  ['apps/v1 Deployment', { spec: { replicas: 'x' } },           field('string', 'DeploymentSpec.spec.replicas of type int32'),        'the struct is the one that has the field'],
  ['v1 Pod', { spec: { containers: {} } },                      field('object', 'PodSpec.spec.containers of type []v1.Container'),    'lists are shown with what they hold'],
  ['v1 Pod', { spec: { restartPolicy: 5 } },                    field('number', 'PodSpec.spec.restartPolicy of type v1.RestartPolicy'), 'Go has a name for it'],
  ['v1 Pod', { spec: { containers: [{ ports: [{ containerPort: 1.5 }] }] } }, field('number 1.5', 'ContainerPort.spec.containers.ports.containerPort of type int32'), 'a wrong number is shown'],
  ['v1 Pod', { spec: { volumes: [{ secret: 5 }] } },            field('number', 'Volume.spec.volumes.VolumeSource.secret of type v1.SecretVolumeSource'), 'Go names the inlined struct'],
  ['v1 Pod', { metadata: { uid: 5 } },                          field('number', 'ObjectMeta.metadata.uid of type types.UID'),         'metadata is read like the rest'],
  ['v1 Service', { spec: { ports: [{ targetPort: [] }] } },     field('array', 'ServicePort.spec.ports.targetPort of type int32'),    'a port that is no text must be a number'],
  ['v1 Secret', { data: { a: '!!' } },                          'illegal base64 data at input byte 0',                                'bytes are base64'],
  ['v1 Pod', { spec: { overhead: { cpu: 'xx' } } },             "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'", 'no number at all'],
  ['v1 Pod', { spec: { overhead: { cpu: '1ki' } } },            "unable to parse quantity's suffix",                                  'a suffix nobody knows'],
  ['v1 Pod', { metadata: { creationTimestamp: '2020-01-01' } }, 'parsing time "2020-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"', 'a date is no time'],
  ['v1 Pod', { metadata: { creationTimestamp: '2020-02-31T00:00:00Z' } }, 'parsing time "2020-02-31T00:00:00Z": day out of range',    'February has no such day'],
  ['coordination.k8s.io/v1 Lease', { spec: { renewTime: '2020-01-01T00:00:00Z' } }, 'parsing time "2020-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"', 'microseconds must be written'],
]

describe('an object that Go could not read', () => {
  for (const [type, content, problem, because] of rows) {
    it(`${type} ${JSON.stringify(content)}: ${because}`, () => {
      const [apiVersion = '', kind = ''] = type.split(' ')
      assert.equal(
        readProblem({ apiVersion, kind, metadata: { name: 'x' }, ...content } as KubeObject),
        problem,
      )
    })
  }
})
