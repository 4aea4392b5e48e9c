import { parseScenario } from '@sitrep/simulator'

const timings =
  'timings: { clusterInfrastructure: 3s, bootstrap: 1s, machineInfrastructure: 4s, nodeJoin: 2s, deletion: 3s, variation: 0.1 }'

/** What happens while things go wrong: a rollout, a scale down, a Node in trouble, a deletion. */
export interface Story {
  readonly scenario: ReturnType<typeof parseScenario>
  /** When the last of it has begun. */
  readonly lastsMs: number
  readonly clusters: number
}

export const stories: Readonly<Record<'one' | 'three', Story>> = {
  one: {
    scenario: parseScenario(
      `
name: one
${timings}
clusters:
  - { name: red, namespace: prod, controlPlane: 1, workers: [{ name: md-0, replicas: 2 }] }
timeline:
  - { at: 35s, scale: { cluster: red, group: md-0, replicas: 1 } }
  - { at: 40s, break-node: { cluster: red, group: md-0, fault: NotReady, for: 15s } }
`,
      'one.yaml',
    ),
    lastsMs: 60_000,
    clusters: 1,
  },
  three: {
    scenario: parseScenario(
      `
name: three
${timings}
clusters:
  - { name: red, namespace: prod, controlPlane: 1, workers: [{ name: md-0, replicas: 2 }] }
  - { name: green, namespace: prod, controlPlane: 3, workers: [{ name: md-0, replicas: 3 }], healthCheck: 5m }
  - { name: blue, namespace: prod, controlPlane: 1, workers: [{ name: md-0, replicas: 2 }] }
  - { name: grey, namespace: prod, controlPlane: 1, workers: [{ name: md-0, replicas: 1 }] }
timeline:
  - { at: 40s, rollout: { cluster: red, group: md-0 } }
  - { at: 45s, scale: { cluster: green, group: md-0, replicas: 1 } }
  - { at: 50s, break-node: { cluster: blue, group: md-0, fault: NotReady, for: 30s } }
  - { at: 60s, delete: { cluster: grey } }
`,
      'three.yaml',
    ),
    lastsMs: 110_000,
    clusters: 3,
  },
}
