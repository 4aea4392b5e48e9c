/** A condition that keeps every rule. */
export const condition = (over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  type: 'Ready',
  status: 'True',
  reason: 'Available',
  message: '',
  observedGeneration: 2,
  lastTransitionTime: '2026-01-01T10:00:00Z',
  ...over,
})

/** An object of a foreign kind that keeps every rule, with these conditions and parts of its status. */
export const widget = (
  conditions: readonly unknown[] = [condition()],
  status: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name: 'w',
    namespace: 'prod',
    generation: 2,
    creationTimestamp: '2026-01-01T09:00:00Z',
  },
  spec: { size: 1 },
  status: { observedGeneration: 2, conditions, ...status },
})

const text = { type: 'string' }

/** The schema of metav1.Condition. */
export const conditionSchema: Record<string, unknown> = {
  type: 'object',
  required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
  properties: {
    type: text,
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    reason: text,
    message: text,
    lastTransitionTime: text,
    observedGeneration: { type: 'integer' },
  },
}

/** A CRD that keeps every rule, with another version or another schema of its conditions. */
export function crd(
  version: Readonly<Record<string, unknown>> = {},
  conditions: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const list = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
    items: conditionSchema,
    ...conditions,
  }
  const status = { type: 'object', properties: { conditions: list } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'widgets', kind: 'Widget' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [
            { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
          ],
          schema: { openAPIV3Schema: { type: 'object', properties: { status } } },
          ...version,
        },
      ],
    },
  }
}
