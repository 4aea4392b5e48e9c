import assert from 'node:assert/strict'
import { it } from 'node:test'
import { builtInFamilies, loadFamilies } from '../../families/families.ts'
import { stagesOf } from './order.ts'

const families = await loadFamilies(builtInFamilies)

const document = (apiVersion: string, kind: string, line: number) => ({
  object: { apiVersion, kind, metadata: { name: `n${line}` } },
  file: 'x.yaml',
  line,
})

it('namespaces come first, then CRDs, then the rest as written with the clusters last', () => {
  const documents = [
    document('anywhere.eks.amazonaws.com/v1alpha1', 'Cluster', 1),
    document('anywhere.eks.amazonaws.com/v1alpha1', 'DockerDatacenterConfig', 2),
    document('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 3),
    document('v1', 'ConfigMap', 4),
    document('v1', 'Namespace', 5),
    document('example.com/v1', 'Cluster', 6),
  ]
  const { namespaces, crds, others } = stagesOf(documents, families)
  const lines = [namespaces, crds, others].map((stage) => stage.map(({ line }) => line))
  assert.deepEqual(lines, [[5], [3], [2, 4, 6, 1]])
})
