import type { CiliumSpec, ClusterObserved, CniSeen, RolloutSeen, VersionsBundle } from '../types.ts'
import { parseVersion } from './version.ts'

/** What looking after the CNI comes to. */
export const cniOutcomes = [
  'installed',
  'upgrades-skipped',
  'upgrading',
  'upgraded',
  'reconfigured',
  'up-to-date',
  /** The installed version cannot be told, so nothing can be upgraded from it. */
  'version-unreadable',
  /** There is no word on this CNI. */
  'unsupported',
  'unreadable',
] as const

export type CniOutcome = (typeof cniOutcomes)[number]

/** Looks after the CNI as far as the workload cluster allows. */
export function cniPhase(observed: ClusterObserved): CniOutcome {
  const { cni: seen, spec, treatment } = observed
  if (!seen.read || seen.item === undefined) return 'unreadable'
  if (spec.cilium === undefined) return 'unsupported'
  const there = isInstalled(seen.item)
  // Found means that it was installed once, marked or not.
  const wasInstalled = there || treatment.ciliumWasInstalled
  if (!there && (!spec.cilium.skipUpgrade || !wasInstalled)) return 'installed'
  if (spec.cilium.skipUpgrade) return 'upgrades-skipped'
  const wanted = wantedVersions(observed)
  if (wanted !== undefined && versionDiffers(seen.item, wanted)) return upgrade(seen.item)
  return configDiffers(seen.item, spec.cilium) ? 'reconfigured' : 'up-to-date'
}

/** Whether the CNI of EKS Anywhere is there: known by its images. Its configuration may be missing. */
const isInstalled = ({ daemonSet, operator }: CniSeen): boolean =>
  operator !== undefined && (daemonSet?.images.some((image) => image.includes('eks')) ?? false)

/** The images that the release brings for the Kubernetes version of the control plane. */
export function wantedVersions({
  release,
  spec,
}: Pick<ClusterObserved, 'release' | 'spec'>): VersionsBundle | undefined {
  const known = release.bundles.read ? (release.bundles.item?.versions ?? []) : []
  return known.find(({ kubernetesVersion }) => kubernetesVersion === spec.kubernetesVersions[0])
}

/** Whether any image of the CNI is another than the release brings. */
export function versionDiffers({ daemonSet, operator }: CniSeen, wanted: VersionsBundle): boolean {
  const agents = [...(daemonSet?.images ?? []), ...(daemonSet?.initImages ?? [])]
  return agents.some((image) => image !== wanted.ciliumImage) || operator?.images[0] !== wanted.operatorImage
}

function upgrade({ daemonSet, preflightDaemonSet, preflightDeployment }: CniSeen): CniOutcome {
  if (daemonSet === undefined || !isRolledOut(daemonSet)) return 'upgrading'
  if (preflightDaemonSet === undefined || preflightDeployment === undefined) return 'upgrading'
  const checked = preflightDaemonSet.current && preflightDaemonSet.ready === daemonSet.ready
  if (!checked || !isRolledOut(preflightDeployment)) return 'upgrading'
  return parseVersion(tagOf(daemonSet.images[0] ?? '')) === undefined ? 'version-unreadable' : 'upgraded'
}

const isRolledOut = ({ current, desired, ready }: RolloutSeen): boolean => current && desired === ready

/** The tag of an image; nothing where it has none. */
export function tagOf(image: string): string {
  const colon = image.lastIndexOf(':')
  return colon === -1 ? '' : image.slice(colon + 1)
}

function configDiffers({ config }: CniSeen, wanted: CiliumSpec): boolean {
  if (config === undefined) return true
  return (
    config.policy !== wanted.policyEnforcementMode ||
    config.egressInterfaces !== wanted.egressMasqueradeInterfaces ||
    (config.exclusive || 'true') !== String(wanted.exclusive)
  )
}

type CniFacts = Pick<ClusterObserved, 'cni' | 'spec'>

/** The CNI, where the workload cluster could be read. */
export const cniOf = ({ cni }: CniFacts): CniSeen | undefined => (cni.read ? cni.item : undefined)

/** Whether the CNI that EKS Anywhere looks after is in the workload cluster. */
export function isApplied(observed: CniFacts): boolean {
  const cni = cniOf(observed)
  if (cni === undefined) return false
  return observed.spec.cilium === undefined
    ? observed.spec.kindnetd && cni.kindnetd !== undefined
    : isInstalled(cni)
}

/** The version of the CNI that is there: the tag of the image that runs first. */
export function cniVersion(observed: CniFacts): string {
  const cni = cniOf(observed)
  const agent = observed.spec.cilium === undefined ? cni?.kindnetd : cni?.daemonSet
  return tagOf(agent?.images[0] ?? '')
}
