import { isChosen, type KubeObject } from '@sitrep/status'
import { type FamilySettings, families } from '../families.ts'

/** What vectors leave out because it is the same in all of them: settings of families, unless a vector brings its own. */
export const usualSettings: FamilySettings = {
  // The genuine controller that answered the shared worlds goes by this name; they were made for it.
  'gateway-api': { controllerNames: ['gateway.envoyproxy.io/gatewayclass-controller'] },
}

/** Vectors of EKS Anywhere say nothing of connections: unless one does, their workload clusters are reachable. */
export function reachableClusters(objects: readonly KubeObject[], at: string): readonly KubeObject[] {
  const isProbed = (name: string): boolean =>
    objects.some(({ kind, metadata }) => kind === 'ClusterProbe' && metadata.name === name)
  return objects
    .filter(isEksAnywhereCluster)
    .filter(({ metadata }) => !isProbed(metadata.name))
    .map(({ metadata }) => ({
      apiVersion: 'sitrep.dev/v1alpha1',
      kind: 'ClusterProbe',
      metadata: { namespace: 'eksa-system', name: metadata.name },
      status: { lastProbeTime: at, lastProbeSuccessTime: at, consecutiveFailures: 0 },
    }))
}

const eksAnywhereKinds = families.find(({ name }) => name === 'eks-anywhere')?.kinds ?? []

const isEksAnywhereCluster = (object: KubeObject): boolean =>
  object.kind === 'Cluster' && eksAnywhereKinds.some(({ kind }) => isChosen(kind, object))
