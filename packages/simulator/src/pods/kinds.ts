import type { KindRef } from '@sitrep/status'

export const deploymentKind: KindRef = { group: 'apps', kind: 'Deployment' }
export const replicaSetKind: KindRef = { group: 'apps', kind: 'ReplicaSet' }
export const podKind: KindRef = { group: '', kind: 'Pod' }
export const serviceKind: KindRef = { group: '', kind: 'Service' }
export const endpointSliceKind: KindRef = { group: 'discovery.k8s.io', kind: 'EndpointSlice' }

/** How many workloads stand behind a Service, as an annotation of it. */
export const endpointsAnnotation = 'simulator.sitrep.dev/endpoints'

// Services find Pods by labels and Pods their Secrets by name, so all of it is looked at as one.
export const wholeOfPods = '/pods'
