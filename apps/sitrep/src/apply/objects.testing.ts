import type { KubeObject } from '@sitrep/status'

/** The smallest object of a kind, reported on at its present generation. */
export const object = (
  apiVersion: string,
  kind: string,
  parts: { readonly spec?: unknown; readonly status?: unknown } = {},
): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'prod', namespace: 'team', generation: 1 },
  spec: {},
  status: { observedGeneration: 1 },
  ...parts,
})
