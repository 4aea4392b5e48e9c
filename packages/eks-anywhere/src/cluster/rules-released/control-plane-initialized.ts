import { type ConditionRules, False, isTrue, keep, otherwise, True } from '@sitrep/conditions'
import { type ClusterFacts, controlPlaneOf, controlPlaneUnreadable } from '../facts/facts.ts'
import { types } from '../types.ts'

const inProgress = False<ClusterFacts>(
  'ControlPlaneInitializationInProgress',
  'The first control plane instance is not available yet',
)

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneInitialized: ConditionRules<ClusterFacts> = {
  type: types.initialized,
  rows: [
    ['control plane or external etcd cannot be read',       controlPlaneUnreadable,                           keep],
    ['it is True already',                                  (f) => isTrue(f.said, types.initialized),         keep],
    ['there is no KubeadmControlPlane',                     (f) => controlPlaneOf(f) === undefined,           inProgress],
    ['the status of the control plane is of an older generation', (f) => !controlPlaneOf(f)?.current,         False('OutdatedInformation')],
    ['the control plane is not Available',                  (f) => controlPlaneOf(f)?.available !== 'True',   inProgress],
    ['otherwise',                                           otherwise,                                        True('')],
  ],
}
