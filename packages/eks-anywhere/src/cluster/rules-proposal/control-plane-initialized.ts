import { type ConditionRules, False, isTrue, keep, otherwise, True, Unknown } from '@sitrep/conditions'
import { type ClusterFacts, controlPlaneOf } from '../facts/facts.ts'
import { types } from '../types.ts'
import { controlPlaneOutdated, controlPlaneUnread, whyUnread } from './control-plane-rows.ts'

const waiting = False<ClusterFacts>('WaitingForControlPlaneInitialized', 'First control plane not ready yet')

// The document calls it initialized once it can be contacted by the kubeconfig that lies in the management cluster.
const noKubeconfig = False<ClusterFacts>(
  'WaitingForControlPlaneInitialized',
  'The kubeconfig of the cluster is not there yet',
)
const hasKubeconfig = ({ kubeconfig }: ClusterFacts): boolean => kubeconfig.read && kubeconfig.item === true
const unread = ({ kubeconfig }: ClusterFacts): string =>
  `The kubeconfig of the cluster cannot be read: ${whyUnread(kubeconfig)}`

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneInitialized: ConditionRules<ClusterFacts> = {
  type: types.initialized,
  rows: [
    ['it is True already',                  (f) => isTrue(f.said, types.initialized),       keep],
    controlPlaneUnread,
    ['there is no KubeadmControlPlane',     (f) => controlPlaneOf(f) === undefined,         waiting],
    controlPlaneOutdated,
    ['the control plane is not Available',  (f) => controlPlaneOf(f)?.available !== 'True', waiting],
    ['the kubeconfig cannot be read',       (f) => !f.kubeconfig.read,                      Unknown('InternalError', unread)],
    ['there is no kubeconfig yet',          (f) => !hasKubeconfig(f),                       noKubeconfig],
    ['otherwise',                           otherwise,                                      True('')],
  ],
}
