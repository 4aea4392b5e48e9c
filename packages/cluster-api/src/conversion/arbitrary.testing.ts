import type { KubeObject } from '@sitrep/status'
import fc from 'fast-check'

/** Random objects of one stage, as an API server would serve them: fields that a stage always writes are there. */

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
const word = fc.stringMatching(/^[A-Z][A-Za-z]{0,10}$/)
const number = fc.integer({ min: 0, max: 9 })
const time = fc
  .integer({ min: 0, max: 1e6 })
  .map((seconds) => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`)
const maybe = { requiredKeys: [] }

const newCondition = fc.record({
  type: word,
  status: fc.constantFrom('True', 'False', 'Unknown'),
  reason: word,
  message: fc.string(),
  lastTransitionTime: time,
})
const oldCondition = fc.record(
  {
    type: word,
    status: fc.constantFrom('True', 'False', 'Unknown'),
    severity: fc.constantFrom('Error', 'Info'),
    lastTransitionTime: time,
  },
  { requiredKeys: ['type', 'status'] },
)
const newConditions = fc.array(newCondition, { maxLength: 3 })
const oldConditions = fc.array(oldCondition, { maxLength: 3 })
const failures = { failureReason: word, failureMessage: fc.string() }

export const providerVersion = 'v1beta1'
const providerKinds = ['DockerMachine', 'DockerMachineTemplate', 'KubeadmConfigTemplate']
const providerGroup = 'infrastructure.cluster.x-k8s.io'

type Fields = Record<string, fc.Arbitrary<unknown>>

const group = (fields: Fields): fc.Arbitrary<unknown> => fc.record(fields, maybe)

const contractRef = fc.record({
  apiGroup: fc.constant(providerGroup),
  kind: fc.constantFrom(...providerKinds),
  name,
})
const objectRef = (namespace: string): fc.Arbitrary<unknown> =>
  fc.record({
    apiVersion: fc.constant(`${providerGroup}/${providerVersion}`),
    kind: fc.constantFrom(...providerKinds),
    name,
    namespace: fc.constant(namespace),
  })

const seconds = fc.integer({ min: 0, max: 100_000 })
const duration = fc.integer({ min: 0, max: 100_000 }).map((total) => {
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  return hours > 0 ? `${hours}h${minutes}m${rest}s` : minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`
})

const namespace = 'team-a'

// Kept as it is, whatever is inside: what stands deeper would only take long to draw.
const anything = fc.jsonValue({ maxDepth: 1 })

const newerMachineSpec: Fields = {
  clusterName: name,
  version: name,
  bootstrap: fc.record({ configRef: contractRef }),
  infrastructureRef: contractRef,
  minReadySeconds: fc.integer({ min: 0, max: 100 }),
  deletion: fc.record(
    {
      nodeDrainTimeoutSeconds: seconds,
      nodeVolumeDetachTimeoutSeconds: seconds,
      nodeDeletionTimeoutSeconds: seconds,
    },
    { requiredKeys: ['nodeDrainTimeoutSeconds'] },
  ),
  somethingElse: anything,
}

const olderMachineSpec: Fields = {
  clusterName: name,
  version: name,
  bootstrap: fc.record({ configRef: objectRef(namespace) }),
  infrastructureRef: objectRef(namespace),
  nodeDrainTimeout: duration,
  nodeVolumeDetachTimeout: duration,
  nodeDeletionTimeout: duration,
  somethingElse: anything,
}

/** The parts of a status that both models know, by kind. */
export interface StatusFields {
  readonly always: Fields
  readonly sometimes: Fields
}

/** An object of a kind with this spec and status, sometimes without one or both. */
export function objectOf(
  apiVersion: string,
  kind: string,
  parts: { readonly spec: fc.Arbitrary<unknown>; readonly status: fc.Arbitrary<unknown> },
): fc.Arbitrary<KubeObject> {
  return fc
    .record(
      {
        apiVersion: fc.constant(apiVersion),
        kind: fc.constant(kind),
        metadata: fc.record({
          name,
          namespace: fc.constant(namespace),
          annotations: fc.dictionary(name, fc.string(), { minKeys: 1, maxKeys: 3 }),
        }),
        spec: parts.spec,
        status: parts.status,
      },
      { requiredKeys: ['apiVersion', 'kind', 'metadata'] },
    )
    .map((object) => JSON.parse(JSON.stringify(object)) as KubeObject)
}

/** A record with some keys always there and others now and then. */
export function statusOf({ always, sometimes }: StatusFields): fc.Arbitrary<unknown> {
  return fc.record({ ...always, ...sometimes }, { requiredKeys: Object.keys(always) })
}

export const parts = {
  name,
  word,
  number,
  time,
  newConditions,
  oldConditions,
  failures,
  group,
  contractRef,
  objectRef,
  newerMachineSpec,
  olderMachineSpec,
  seconds,
  duration,
  anything,
  flag: fc.boolean(),
}
