import type { KindRef, KubeObject } from '@sitrep/status'
import {
  kubeadmConfigKind,
  kubeadmConfigTemplateKind,
  simulatedClusterKind,
  simulatedMachineKind,
  simulatedPoolKind,
  simulatedTemplateKind,
} from './world/kinds.ts'

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const

/** Definitions of the kinds that providers bring: infrastructure of our own, and the bootstrap configurations of kubeadm. */
export function providerCrds(): readonly KubeObject[] {
  return [
    simulatedClusterKind,
    simulatedMachineKind,
    simulatedPoolKind,
    simulatedTemplateKind,
    kubeadmConfigKind,
    kubeadmConfigTemplateKind,
  ].map(definition)
}

function definition({ group, kind }: KindRef): KubeObject {
  const singular = kind.toLowerCase()
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${singular}s.${group}`,
      // The contract that the kind speaks: whoever refers to one of its objects looks here.
      labels: { 'cluster.x-k8s.io/v1beta2': 'v1beta2' },
    },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular, categories: ['cluster-api'] },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1beta2',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
        },
      ],
    },
  }
}
