import { type ConditionRules, False, isTrue, keep, otherwise, True } from '@sitrep/conditions'
import { type ClusterFacts, controlPlaneOf } from '../facts/facts.ts'
import { types } from '../types.ts'
import { controlPlaneOutdated, controlPlaneUnread } from './control-plane-rows.ts'

const waiting = False<ClusterFacts>('WaitingForControlPlaneInitialized', 'First control plane not ready yet')

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneInitialized: ConditionRules<ClusterFacts> = {
  type: types.initialized,
  rows: [
    ['it is True already',                  (f) => isTrue(f.said, types.initialized),       keep],
    controlPlaneUnread,
    ['there is no KubeadmControlPlane',     (f) => controlPlaneOf(f) === undefined,         waiting],
    controlPlaneOutdated,
    ['the control plane is not Available',  (f) => controlPlaneOf(f)?.available !== 'True', waiting],
    ['otherwise',                           otherwise,                                      True('')],
  ],
}
