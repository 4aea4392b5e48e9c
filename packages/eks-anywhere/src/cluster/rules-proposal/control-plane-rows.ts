import { False, type Rule, Unknown } from '@sitrep/conditions'
import { type ClusterFacts, controlPlaneOf } from '../facts/facts.ts'

/** Rows that more than one table begins with. */
export const controlPlaneUnread: Rule<ClusterFacts> = [
  'the KubeadmControlPlane cannot be read',
  (f) => !f.controlPlane.read,
  Unknown('InternalError', (f) => `The KubeadmControlPlane cannot be read: ${whyUnread(f.controlPlane)}`),
]

export const controlPlaneOutdated: Rule<ClusterFacts> = [
  'the status of the control plane is of an older generation',
  (f) => controlPlaneOf(f)?.current === false,
  False(
    'OutdatedInformation',
    (f) => `The status of KubeadmControlPlane ${controlPlaneOf(f)?.name} is of an older generation`,
  ),
]

/** What stood in the way of a read. */
export const whyUnread = (
  reading: { readonly read: true } | { readonly read: false; readonly why: string },
): string => (reading.read ? '' : reading.why)
