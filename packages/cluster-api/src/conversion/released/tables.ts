import type { StageTable } from '../row.ts'
import { cluster } from './cluster.ts'
import { kubeadmControlPlane } from './kubeadm-control-plane.ts'
import { machine } from './machine.ts'
import { machineDeployment } from './machine-deployment.ts'
import { machinePool } from './machine-pool.ts'
import { machineSet } from './machine-set.ts'

/** What differs between v1beta1 and v1beta2 as released, kind by kind. */
export const releasedTables: Readonly<Record<string, StageTable>> = {
  Cluster: cluster,
  KubeadmControlPlane: kubeadmControlPlane,
  Machine: machine,
  MachineDeployment: machineDeployment,
  MachinePool: machinePool,
  MachineSet: machineSet,
}
