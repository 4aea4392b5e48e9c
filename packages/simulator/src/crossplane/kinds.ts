import type { KindRef, KubeObject } from '@sitrep/status'

/** What somebody's platform offers: a claim, and what Crossplane makes of it. */
export const platformGroup = 'platform.simulator.sitrep.dev'
/** What the simulated provider keeps. */
export const providerGroup = 'postgresql.simulator.sitrep.dev'

export const claimKind: KindRef = { group: platformGroup, kind: 'Database' }
export const compositeKind: KindRef = { group: platformGroup, kind: 'XDatabase' }
export const managedKind: KindRef = { group: providerGroup, kind: 'Instance' }

/** The claim for whose sake something is there, as Crossplane writes it down. */
export const claimLabels = {
  namespace: 'crossplane.io/claim-namespace',
  name: 'crossplane.io/claim-name',
} as const

/** What is behind a managed resource: a simulated cloud remembers it where anybody can see it. */
export const externalAnnotation = 'simulator.sitrep.dev/external'
/** While it is there, the simulated cloud refuses to change anything, with these words. */
export const refusedAnnotation = 'simulator.sitrep.dev/refused'

const columns = [
  ...['Synced', 'Ready'].map((type) => ({
    name: type.toUpperCase(),
    type: 'string',
    jsonPath: `.status.conditions[?(@.type=='${type}')].status`,
  })),
  { name: 'AGE', type: 'date', jsonPath: '.metadata.creationTimestamp' },
]

const crd = (
  kind: KindRef,
  scope: string,
  names: { readonly category: string; readonly spec: object },
): KubeObject => {
  const single = kind.kind.toLowerCase()
  const spec = { type: 'object', properties: names.spec, 'x-kubernetes-preserve-unknown-fields': true }
  const status = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${single}s.${kind.group}` },
    spec: {
      group: kind.group,
      scope,
      names: {
        kind: kind.kind,
        plural: `${single}s`,
        singular: single,
        categories: ['crossplane', names.category],
      },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
        },
      ],
    },
  }
}

const any = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** The CRDs of these kinds, as far as it takes to tell what they are. */
export const crds = (): readonly KubeObject[] => [
  crd(claimKind, 'Namespaced', { category: 'claim', spec: { resourceRef: any } }),
  crd(compositeKind, 'Cluster', {
    category: 'composite',
    spec: { compositionRef: any, resourceRefs: { type: 'array', items: any } },
  }),
  crd(managedKind, 'Cluster', { category: 'managed', spec: { forProvider: any } }),
]
