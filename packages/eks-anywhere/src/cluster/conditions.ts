/** The conditions of a Cluster, by the names that everybody uses. */
export const types = {
  initialized: 'ControlPlaneInitialized',
  cni: 'DefaultCNIConfigured',
  controlPlane: 'ControlPlaneReady',
  workers: 'WorkersReady',
  ready: 'Ready',
} as const
