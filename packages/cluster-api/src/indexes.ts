import { at, type IndexDefinition, type KubeObject, text } from '@sitrep/status'
import { configMapKind, nodeKind, podKind } from './kinds.ts'

const keysAt =
  (...path: readonly string[]) =>
  ({ spec }: KubeObject): readonly string[] => {
    const key = text(at(spec, ...path))
    return key === undefined ? [] : [key]
  }

/** How Nodes, Pods and ConfigMaps of workload clusters are looked up. */
export const indexes: readonly IndexDefinition[] = [
  { kind: nodeKind, name: 'providerID', keys: keysAt('providerID') },
  // Only the Pods of single Nodes are ever asked for; a cluster may have a hundred times as many.
  { kind: podKind, name: 'nodeName', keys: keysAt('nodeName'), narrow: { fieldSelector: 'spec.nodeName' } },
  // Only the one that kubeadm leaves behind is ever asked for.
  {
    kind: configMapKind,
    name: 'name',
    keys: ({ metadata }) => [metadata.name],
    narrow: { fieldSelector: 'metadata.name' },
  },
]
