import type { KindRef } from '@sitrep/status'
import { bundlesKind, distroReleaseKind, eksaReleaseKind, etcdadmClusterKind, linkedKind } from '../kinds.ts'

/** A kind that a Cluster rests on: read here, written and judged by others. */
export interface ServedKind extends KindRef {
  readonly plural: string
  readonly version: string
}

const linked = (kind: string): ServedKind => ({
  ...linkedKind(kind),
  plural: `${kind.toLowerCase()}s`,
  version: 'v1alpha1',
})

/** All kinds beside the Cluster that its status is read from and that EKS Anywhere brings. */
export const servedKinds: readonly ServedKind[] = [
  { ...bundlesKind, plural: 'bundles', version: 'v1alpha1' },
  { ...eksaReleaseKind, plural: 'eksareleases', version: 'v1alpha1' },
  { ...distroReleaseKind, plural: 'releases', version: 'v1alpha1' },
  { ...etcdadmClusterKind, plural: 'etcdadmclusters', version: 'v1beta1' },
  linked('DockerDatacenterConfig'),
  linked('VSphereDatacenterConfig'),
  linked('VSphereMachineConfig'),
  linked('CloudStackDatacenterConfig'),
  linked('CloudStackMachineConfig'),
  linked('SnowDatacenterConfig'),
  linked('SnowMachineConfig'),
  linked('SnowIPPool'),
  linked('NutanixDatacenterConfig'),
  linked('NutanixMachineConfig'),
  linked('TinkerbellDatacenterConfig'),
  linked('TinkerbellMachineConfig'),
  linked('TinkerbellTemplateConfig'),
  linked('OIDCConfig'),
  linked('AWSIamConfig'),
  linked('GitOpsConfig'),
  linked('FluxConfig'),
]
