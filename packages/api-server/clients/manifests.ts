/** Manifests that the kubectl stories send; JSON, which every kubectl reads as YAML. */

export function deploymentManifest(image: string, replicas: number): string {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image, ports: [{ containerPort: 80 }] }] },
      },
    },
  })
}

export function configMapManifest(name: string, values: Record<string, string>): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: values })
}

const widgetSchema = (field: string): object => ({
  openAPIV3Schema: {
    type: 'object',
    description: 'A Widget turns when it is told to',
    properties: {
      spec: {
        type: 'object',
        description: 'What is wanted of the Widget',
        properties: {
          [field]: { type: 'integer', description: 'How large it is', minimum: 0 },
          colour: { type: 'string', enum: ['red', 'blue'], default: 'red' },
        },
      },
      status: { type: 'object', properties: { ready: { type: 'boolean' }, size: { type: 'integer' } } },
    },
  },
})

/** A definition with two versions, of which one is stored. */
export function widgetDefinition(group: string, stored: 'v1' | 'v2'): string {
  const subresources = {
    status: {},
    scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
  }
  const additionalPrinterColumns = [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Colour', type: 'string', jsonPath: '.spec.colour', priority: 1 },
  ]
  const version = (name: string): object => ({
    name,
    served: true,
    storage: name === stored,
    schema: widgetSchema('size'),
    subresources,
    additionalPrinterColumns,
  })
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', shortNames: ['wi'] },
      versions: [version('v1'), version('v2')],
    },
  })
}

export function widgetManifest(group: string, spec: Record<string, unknown>, version = 'v1'): string {
  return JSON.stringify({
    apiVersion: `${group}/${version}`,
    kind: 'Widget',
    metadata: { name: 'one' },
    spec,
  })
}

export function ownedConfigMap(name: string, owner: { readonly name: string; readonly uid: string }): string {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', ...owner, blockOwnerDeletion: true }]
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ownerReferences } })
}

export const nodeManifest: string = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'kubectl-node' },
})
