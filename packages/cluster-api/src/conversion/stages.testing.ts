import type { KubeObject } from '@sitrep/status'
import fc from 'fast-check'
import { objectOf, parts, statusOf } from './arbitrary.testing.ts'

type Arbitraries = Record<string, fc.Arbitrary<unknown>>

const { name, word, number, time, newConditions, oldConditions, failures, group, anything, flag } = parts

const spec = (fields: Arbitraries): fc.Arbitrary<unknown> => fc.record(fields, { requiredKeys: [] })
const template = (machineSpec: Arbitraries): fc.Arbitrary<unknown> =>
  fc.record({
    metadata: fc.constant({ labels: { a: 'b' } }),
    spec: fc.record(machineSpec, { requiredKeys: ['clusterName'] }),
  })
/** A group that is never empty: an empty one means nothing and does not survive. */
const filled = (fields: Arbitraries): fc.Arbitrary<unknown> =>
  fc.record(fields, { requiredKeys: Object.keys(fields).slice(0, 1) })

const coreVersion = (version: string): string => `cluster.x-k8s.io/${version}`
const versionFor = (kind: string, version: string): string =>
  kind === 'KubeadmControlPlane' ? `controlplane.cluster.x-k8s.io/${version}` : coreVersion(version)

const other: Arbitraries = { selector: name, somethingElse: anything }
const counts = { readyReplicas: number, availableReplicas: number, upToDateReplicas: number }
const halves = {
  controlPlane: filled({ desiredReplicas: number, readyReplicas: number }),
  workers: filled({ replicas: number }),
}
const domainMap = fc.dictionary(
  name,
  group({ controlPlane: fc.constant(true), attributes: fc.constant({ a: 'b' }) }),
  { minKeys: 1 },
)
const domainList = fc
  .uniqueArray(name, { minLength: 1, maxLength: 3 })
  .map((names) => names.sort().map((domain) => ({ name: domain, controlPlane: true })))

/** Statuses of the two released stages, by kind: what is always written, and what now and then. */
const older: Record<string, fc.Arbitrary<unknown>> = {
  Machine: statusOf({
    always: { bootstrapReady: flag, infrastructureReady: flag },
    sometimes: {
      conditions: oldConditions,
      v1beta2: filled({ conditions: newConditions }),
      ...failures,
      phase: word,
      lastUpdated: time,
      nodeRef: name.map((node) => ({ apiVersion: 'v1', kind: 'Node', name: node })),
      ...other,
    },
  }),
  MachineSet: statusOf({
    always: {
      replicas: number,
      readyReplicas: number,
      availableReplicas: number,
      fullyLabeledReplicas: number,
    },
    sometimes: {
      conditions: oldConditions,
      v1beta2: filled({ conditions: newConditions, ...counts }),
      ...failures,
      ...other,
    },
  }),
  MachineDeployment: statusOf({
    always: {
      replicas: number,
      readyReplicas: number,
      availableReplicas: number,
      updatedReplicas: number,
      unavailableReplicas: number,
    },
    sometimes: {
      conditions: oldConditions,
      v1beta2: filled({ conditions: newConditions, ...counts }),
      phase: word,
      ...other,
    },
  }),
  MachinePool: statusOf({
    always: {
      replicas: number,
      readyReplicas: number,
      availableReplicas: number,
      unavailableReplicas: number,
      bootstrapReady: flag,
      infrastructureReady: flag,
    },
    sometimes: {
      conditions: oldConditions,
      v1beta2: filled({ conditions: newConditions, ...counts }),
      phase: word,
      ...failures,
      ...other,
    },
  }),
  KubeadmControlPlane: statusOf({
    always: {
      replicas: number,
      readyReplicas: number,
      updatedReplicas: number,
      unavailableReplicas: number,
      initialized: flag,
    },
    sometimes: {
      conditions: oldConditions,
      v1beta2: filled({ conditions: newConditions, ...counts }),
      ...failures,
      ...other,
    },
  }).map((status) => ({
    ...(status as object),
    ready: (status as { readyReplicas: number }).readyReplicas > 0,
  })),
  Cluster: statusOf({
    always: { infrastructureReady: flag, controlPlaneReady: flag },
    sometimes: {
      conditions: oldConditions,
      v1beta2: filled({ conditions: newConditions, ...halves }),
      failureDomains: domainMap,
      phase: word,
      ...failures,
      ...other,
    },
  }),
  MachineHealthCheck: group({ conditions: oldConditions, v1beta2: filled({ conditions: newConditions }) }),
}

const deprecated = (fields: Arbitraries): fc.Arbitrary<unknown> =>
  fc.record({ v1beta1: filled({ conditions: oldConditions, ...fields }) })

const newer: Record<string, fc.Arbitrary<unknown>> = {
  Machine: group({
    conditions: newConditions,
    initialization: filled({ infrastructureProvisioned: flag, bootstrapDataSecretCreated: flag }),
    phase: fc.constantFrom('Running', 'Updating', 'Pending'),
    failureDomain: name,
    lastUpdated: time,
    nodeRef: fc.record({ name }),
    deprecated: deprecated(failures),
    ...other,
  }),
  MachineSet: group({
    conditions: newConditions,
    replicas: number,
    ...counts,
    deprecated: deprecated({ ...failures, readyReplicas: number, fullyLabeledReplicas: number }),
    ...other,
  }),
  MachineDeployment: group({
    conditions: newConditions,
    replicas: number,
    ...counts,
    phase: word,
    deprecated: deprecated({ readyReplicas: number, updatedReplicas: number, unavailableReplicas: number }),
    ...other,
  }),
  MachinePool: group({
    conditions: newConditions,
    initialization: filled({ infrastructureProvisioned: flag, bootstrapDataSecretCreated: flag }),
    replicas: number,
    ...counts,
    phase: word,
    deprecated: deprecated({ ...failures, readyReplicas: number }),
    ...other,
  }),
  KubeadmControlPlane: group({
    conditions: newConditions,
    initialization: filled({ controlPlaneInitialized: flag }),
    replicas: number,
    ...counts,
    deprecated: deprecated({ ...failures, readyReplicas: number, updatedReplicas: number }),
    ...other,
  }),
  Cluster: group({
    conditions: newConditions,
    initialization: filled({ infrastructureProvisioned: flag, controlPlaneInitialized: flag }),
    ...halves,
    failureDomains: domainList,
    phase: word,
    deprecated: deprecated(failures),
    ...other,
  }),
  MachineHealthCheck: group({ conditions: newConditions, deprecated: deprecated({}), ...other }),
}

const { newerMachineSpec, olderMachineSpec, contractRef, objectRef, duration, seconds } = parts
const { minReadySeconds: _only, ...templateSpec } = newerMachineSpec

const olderSpec: Record<string, Arbitraries> = {
  Machine: olderMachineSpec,
  MachineSet: {
    replicas: number,
    minReadySeconds: fc.integer({ min: 1, max: 99 }),
    deletePolicy: word,
    template: template(olderMachineSpec),
  },
  MachineDeployment: {
    replicas: number,
    minReadySeconds: number,
    rolloutAfter: time,
    strategy: filled({
      type: word,
      rollingUpdate: filled({ maxSurge: number, maxUnavailable: number, deletePolicy: word }),
    }),
    template: template(olderMachineSpec),
  },
  MachinePool: { replicas: number, minReadySeconds: number, template: template(olderMachineSpec) },
  MachineHealthCheck: { clusterName: name, maxUnhealthy: name, nodeStartupTimeout: duration },
  KubeadmControlPlane: {
    replicas: number,
    version: name,
    rolloutAfter: time,
    machineTemplate: fc.record({ infrastructureRef: objectRef('team-a'), nodeDrainTimeout: duration }),
    kubeadmConfigSpec: fc.record({
      clusterConfiguration: fc.record({
        apiServer: fc.record({ extraArgs: fc.dictionary(name, name, { minKeys: 1 }) }),
      }),
    }),
  },
  Cluster: {
    paused: flag,
    infrastructureRef: objectRef('team-a'),
    controlPlaneRef: objectRef('team-a'),
    topology: fc.record({
      class: name,
      version: name,
      workers: fc.record({
        machineDeployments: fc.array(
          fc.record({
            name,
            nodeDrainTimeout: duration,
            machineHealthCheck: fc.record({
              enable: flag,
              unhealthyConditions: fc.array(fc.record({ type: word, status: word, timeout: duration }), {
                minLength: 1,
                maxLength: 2,
              }),
            }),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
  },
}

const newerSpec: Record<string, Arbitraries> = {
  Machine: newerMachineSpec,
  MachineSet: {
    replicas: number,
    deletion: fc.record({ order: word }),
    template: template(newerMachineSpec),
  },
  MachineDeployment: {
    replicas: number,
    rollout: filled({
      after: time,
      strategy: filled({ type: word, rollingUpdate: filled({ maxSurge: number, maxUnavailable: number }) }),
    }),
    template: template(newerMachineSpec),
  },
  MachinePool: { replicas: number, template: template({ ...templateSpec, minReadySeconds: number }) },
  MachineHealthCheck: { clusterName: name, checks: fc.record({ nodeStartupTimeoutSeconds: seconds }) },
  KubeadmControlPlane: {
    replicas: number,
    version: name,
    machineTemplate: fc.record({
      spec: fc.record({
        infrastructureRef: contractRef,
        deletion: fc.record({ nodeDrainTimeoutSeconds: seconds }),
      }),
    }),
    kubeadmConfigSpec: fc.record({
      clusterConfiguration: fc.record({
        apiServer: fc.record({
          extraArgs: fc.array(fc.record({ name, value: name }), { minLength: 1, maxLength: 3 }),
        }),
      }),
    }),
  },
  Cluster: {
    paused: flag,
    infrastructureRef: contractRef,
    controlPlaneRef: contractRef,
    topology: fc.record({
      classRef: fc.record({ name }),
      version: name,
      workers: fc.record({
        machineDeployments: fc.uniqueArray(
          fc.record({
            name,
            deletion: fc.record({ nodeDrainTimeoutSeconds: seconds }),
            healthCheck: fc.record({
              enabled: flag,
              checks: fc.record({
                unhealthyNodeConditions: fc.array(
                  fc.record({ type: word, status: word, timeoutSeconds: seconds }),
                  { minLength: 1, maxLength: 2 },
                ),
              }),
            }),
          }),
          { maxLength: 2, selector: (entry) => entry.name },
        ),
      }),
    }),
  },
}

export const convertibleKinds = Object.keys(older)

/** Objects of the older released stage. */
export const releasedOlder = (kind: string): fc.Arbitrary<KubeObject> =>
  objectOf(versionFor(kind, 'v1beta1'), kind, {
    spec: spec(olderSpec[kind] ?? {}),
    status: older[kind] ?? fc.constant({}),
  })

/** Objects of the newer released stage. */
export const releasedNewer = (kind: string): fc.Arbitrary<KubeObject> =>
  objectOf(versionFor(kind, 'v1beta2'), kind, {
    spec: spec(newerSpec[kind] ?? {}),
    status: newer[kind] ?? fc.constant({}),
  })

const flagNames: Record<string, readonly [older: readonly string[], newer: readonly string[]]> = {
  Machine: [
    ['bootstrapReady', 'infrastructureReady'],
    ['bootstrapSecretCreated', 'infrastructureProvisioned'],
  ],
  MachinePool: [
    ['bootstrapReady', 'infrastructureReady'],
    ['bootstrapSecretCreated', 'infrastructureProvisioned'],
  ],
  Cluster: [
    ['infrastructureReady', 'controlPlaneReady'],
    ['infrastructureProvisioned', 'controlPlaneInitialized'],
  ],
  KubeadmControlPlane: [['initialized'], ['controlPlaneInitialized']],
}

const keyed = (names: readonly string[], value: fc.Arbitrary<unknown>): Arbitraries =>
  Object.fromEntries(names.map((key) => [key, value]))

const anySpec = fc.dictionary(name, anything, { maxKeys: 3 })

/** Objects of the document's first stage. */
export const proposalOlder = (kind: string): fc.Arbitrary<KubeObject> =>
  objectOf(versionFor(kind, 'v1beta1'), kind, {
    spec: anySpec,
    status: statusOf({
      always: keyed(flagNames[kind]?.[0] ?? [], flag),
      sometimes: {
        conditions: oldConditions,
        experimentalConditions: newConditions,
        replicas: number,
        readyReplicas: number,
        experimentalReadyReplicas: number,
        ...(kind === 'MachineDeployment' || kind === 'KubeadmControlPlane'
          ? { updatedReplicas: number }
          : {}),
        ...(kind === 'MachineSet' || kind === 'KubeadmControlPlane' || kind === 'MachinePool'
          ? {}
          : { experimentalReadyReplicas: fc.constant(undefined) }),
        phase: word,
        ...failures,
        ...other,
      },
    }),
  })

/** Objects of the document's second stage. */
export const proposalNewer = (kind: string): fc.Arbitrary<KubeObject> => {
  const flags = flagNames[kind]?.[1] ?? []
  const initialization = fc
    .record(keyed(flags, flag))
    .filter((values) => Object.values(values).includes(true))
  return objectOf(versionFor(kind, 'v1beta2'), kind, {
    spec: anySpec,
    status: group({
      conditions: newConditions,
      ...(flags.length > 0 && { initialization }),
      replicas: number,
      readyReplicas: number,
      upToDateReplicas: number,
      ...(kind === 'KubeadmControlPlane' && { ready: flag }),
      backCompatibility: filled({
        conditions: oldConditions,
        ...failures,
        ...(kind === 'MachineSet' ? { readyReplicas: number } : {}),
      }),
      ...other,
    }),
  })
}
