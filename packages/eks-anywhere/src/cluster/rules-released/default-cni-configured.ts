import { type ConditionRules, False, hasCondition, isTrue, keep, otherwise, True } from '@sitrep/conditions'
import { skipReason } from '../../kinds.ts'
import type { CniOutcome } from '../facts/cni.ts'
import { type ClusterFacts, statusUnreadable } from '../facts/facts.ts'
import { types } from '../types.ts'

const cameTo =
  (outcome: CniOutcome) =>
  ({ pass }: ClusterFacts): boolean =>
    pass.cni === outcome

// biome-ignore format: the table is the specification; its columns stay aligned
export const defaultCniConfigured: ConditionRules<ClusterFacts> = {
  type: types.cni,
  rows: [
    ['Cilium is installed in this pass',               cameTo('installed'),                                    True('')],
    ['Cilium is not to be upgraded',                   cameTo('upgrades-skipped'),                             False(skipReason, 'Configured to skip default Cilium CNI upgrades')],
    ['Cilium is of another version, and its upgrade is not prepared yet', cameTo('upgrading'),                 False('DefaultCNIUpgradeInProgressReason', 'Cilium version upgrade needed')],
    ['Cilium is upgraded in this pass',                cameTo('upgraded'),                                     True('')],
    ['only the configuration of Cilium differs',       cameTo('reconfigured'),                                 True('')],
    ['Cilium is as it should be',                      cameTo('up-to-date'),                                   True('')],
    ['control plane, external etcd or MachineDeployments cannot be read', statusUnreadable,                    keep],
    ['the control plane is not ready and nothing was ever said', (f) => !isTrue(f.said, types.controlPlane) && !hasCondition(f.said, types.cni), False('ControlPlaneNotReady')],
    ['otherwise, as the pass did not get as far as the CNI', otherwise,                                        keep],
  ],
}
