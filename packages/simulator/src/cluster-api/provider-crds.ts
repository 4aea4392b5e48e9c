import {
  clusterClassKind,
  kubeadmConfigKind,
  kubeadmConfigTemplateKind,
  kubeadmControlPlaneTemplateKind,
} from '@sitrep/cluster-api/kinds'
import type { KindRef, KubeObject } from '@sitrep/status'
import {
  simulatedClusterKind,
  simulatedClusterTemplateKind,
  simulatedMachineKind,
  simulatedPoolKind,
  simulatedTemplateKind,
} from './kinds.ts'

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const

/**
 * CRDs of the kinds that nobody computes a status of: infrastructure of our own, the configurations and templates of kubeadm, and
 * ClusterClass.
 */
export function crds(): readonly KubeObject[] {
  return [
    simulatedClusterKind,
    simulatedClusterTemplateKind,
    simulatedMachineKind,
    simulatedPoolKind,
    simulatedTemplateKind,
    kubeadmConfigKind,
    kubeadmConfigTemplateKind,
    kubeadmControlPlaneTemplateKind,
    clusterClassKind,
  ].map(crd)
}

function crd({ group, kind }: KindRef): KubeObject {
  const singular = kind.toLowerCase()
  const plural = singular.endsWith('s') ? `${singular}es` : `${singular}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // The contract that the kind speaks: whoever refers to one of its objects looks here.
      labels: { 'cluster.x-k8s.io/v1beta2': 'v1beta2' },
    },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular, categories: ['cluster-api'] },
      scope: 'Namespaced',
      // Most manifests still say v1beta1, and nothing of these kinds differs between the two.
      versions: ['v1beta1', 'v1beta2'].map((name) => ({
        name,
        served: true,
        storage: name === 'v1beta2',
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } } },
      })),
    },
  }
}
