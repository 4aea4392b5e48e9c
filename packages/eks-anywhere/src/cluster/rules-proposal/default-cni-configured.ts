import {
  type ConditionRules,
  False,
  getCondition,
  isTrue,
  keep,
  otherwise,
  True,
  Unknown,
} from '@sitrep/conditions'
import { skipReason } from '../../kinds.ts'
import { cniOf, cniVersion, isApplied, tagOf, versionDiffers, wantedVersions } from '../facts/cni.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import { types } from '../types.ts'
import { whyUnread } from './control-plane-rows.ts'

// It is installed once in any case, for without a CNI nothing comes up; afterwards it may have been taken away.
const wasRemoved = (f: ClusterFacts): boolean => {
  const before = getCondition(f.before, types.cni)
  const wasThere =
    f.treatment.ciliumWasInstalled || before?.status === 'True' || before?.reason === skipReason
  return f.spec.cilium?.skipUpgrade === true && wasThere && !isApplied(f)
}

const needsUpgrade = (f: ClusterFacts): boolean => {
  const [cni, wanted] = [cniOf(f), wantedVersions(f)]
  if (f.spec.cilium?.skipUpgrade !== false || cni === undefined || wanted === undefined) return false
  return versionDiffers(cni, wanted)
}

const unreadText = ({ cni }: ClusterFacts): string => `The workload cluster cannot be read: ${whyUnread(cni)}`
const upgradeText = (f: ClusterFacts): string =>
  `Upgrading Cilium from ${cniVersion(f)} to ${tagOf(wantedVersions(f)?.ciliumImage ?? '')}`

const waiting = False<ClusterFacts>('WaitingForDefaultCNIConfigured', 'Managed CNI not configured yet')

/** Whether this condition tells of a CNI that EKS Anywhere is to leave alone. */
export const isLeftAlone = (f: ClusterFacts): boolean =>
  getCondition(f.said, types.cni)?.reason === skipReason

// biome-ignore format: the table is the specification; its columns stay aligned
export const defaultCniConfigured: ConditionRules<ClusterFacts> = {
  type: types.cni,
  rows: [
    ['the cluster is being deleted',                        (f) => f.treatment.deleting,                  keep],
    ['there is no control plane yet',                       (f) => !isTrue(f.said, types.initialized),    waiting],
    ['the workload cluster cannot be read',                 (f) => !f.cni.read,                           Unknown('InternalError', unreadText)],
    ['it was taken away, and is not to be upgraded',        wasRemoved,                                   False(skipReason, 'Configured to skip default Cilium CNI upgrades')],
    ['it is not installed',                                 (f) => !isApplied(f),                         waiting],
    ['it is of another version than the release brings',    needsUpgrade,                                 False('DefaultCNIUpgradeInProgress', upgradeText)],
    ['otherwise',                                           otherwise,                                    True('')],
  ],
}
