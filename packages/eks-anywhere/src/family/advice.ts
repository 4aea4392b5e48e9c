import type { AdviceTable } from '@sitrep/status'
import { eksAnywhereGroup } from '../kinds.ts'

// biome-ignore format: the table is read as one; its columns stay aligned
const table: AdviceTable = {
  of: ({ group }) => group === eksAnywhereGroup,
  rows: [
    ['Cluster', 'ControlPlaneInitialized', '*', 'The first control plane machine has not come up: look at the Cluster API objects of the same name in namespace eksa-system.'],
    ['Cluster', 'ControlPlaneReady', '*',       'Control plane machines are missing, old or not ready: look at the KubeadmControlPlane of the same name in namespace eksa-system.'],
    ['Cluster', 'DefaultCNIConfigured', '*',    'The network plugin is not in place: look at the Cilium Pods in kube-system of the cluster, and at spec.clusterNetwork.cniConfig.'],
    ['Cluster', 'WorkersReady', '*',            'Workers are missing, old or not ready: look at the MachineDeployments of the cluster in namespace eksa-system.'],
    ['Cluster', '*', '*',                       'Look at status.failureReason and status.failureMessage of the cluster, then at the log of eksa-controller-manager in namespace eksa-system.'],
  ],
}

/** What usually helps. */
export const advice: readonly AdviceTable[] = [table]
