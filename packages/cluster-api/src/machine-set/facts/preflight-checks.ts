import { compareNumbers, compareVersions, formatVersion, parseVersion, type Version } from '@sitrep/status'
import type { ControlPlaneVersions, TopologySeen } from '../types.ts'

/** What has to hold before a MachineSet creates Machines, in the order in which failures are told. */
export const preflightChecks = [
  'ControlPlaneIsStable',
  'KubernetesVersionSkew',
  'KubeadmVersionSkew',
  'ControlPlaneVersionSkew',
] as const

export type PreflightCheck = (typeof preflightChecks)[number]

/** What a check is made on. */
export interface PreflightFacts {
  /** `<Kind> <namespace>/<name>` of the control plane. */
  readonly controlPlane: string
  readonly controlPlaneVersion: string
  readonly versions: ControlPlaneVersions
  readonly topology: TopologySeen | undefined
  /** Empty where the MachineSet names none; then no version is compared. */
  readonly setVersion: string
  /** The bootstrap configuration is kubeadm's. */
  readonly kubeadm: boolean
}

/** Why a check fails; nothing when it holds. Versions have been seen to be versions before. */
export const failures: Readonly<Record<PreflightCheck, (facts: PreflightFacts) => string | undefined>> = {
  ControlPlaneIsStable: unstable,
  KubernetesVersionSkew: kubernetesSkew,
  KubeadmVersionSkew: kubeadmSkew,
  ControlPlaneVersionSkew: behindControlPlane,
}

function unstable({
  controlPlane,
  controlPlaneVersion,
  versions,
  topology,
}: PreflightFacts): string | undefined {
  const pending = topology && pendingUpgrade(topology, controlPlaneVersion)
  if (pending !== undefined) return `${controlPlane} has a pending version upgrade to ${pending}`
  const current = reportedVersions(versions)
  if (current.length === 0) return `${controlPlane} is provisioning`
  return current.some((version) => isBehind(version, controlPlaneVersion))
    ? `${controlPlane} is upgrading`
    : undefined
}

/** Why it cannot be told whether the control plane is stable, in upstream's words. */
export function stabilityFault({
  controlPlane,
  controlPlaneVersion,
  versions,
  topology,
}: PreflightFacts): string | undefined {
  if (topology && pendingUpgrade(topology, controlPlaneVersion) !== undefined) return undefined
  const why = 'failed to perform "ControlPlaneIsStable" preflight check: failed to check if'
  const fault = listFault(versions.reported ?? [])
  if (fault !== undefined)
    return `${why} ${controlPlane} is provisioning: failed to get control plane status version(s): ${fault}`
  const one = versions.reported?.length ? undefined : versions.reportedOne
  const parsed = one === undefined ? undefined : parseVersion(one)
  return parsed === undefined || parsed.valid
    ? undefined
    : `${why} the ${controlPlane} is upgrading: failed to parse control plane status version: ${parsed.why}`
}

/** Versions have to be reported from the oldest to the newest. */
function listFault(reported: readonly string[]): string | undefined {
  let previous: { readonly text: string; readonly version: Version } | undefined
  for (const [i, text] of reported.entries()) {
    const parsed = parseVersion(text)
    if (!parsed.valid) return `failed to parse .status.versions[${i}].version from object: ${parsed.why}`
    if (previous !== undefined && compareVersions(parsed.version, previous.version) === -1) {
      return `version ${JSON.stringify(previous.text)} and ${JSON.stringify(text)} are in the wrong order`
    }
    previous = { text, version: parsed.version }
  }
  return undefined
}

function pendingUpgrade(
  { version, upgradeStep }: TopologySeen,
  controlPlaneVersion: string,
): string | undefined {
  const target = upgradeStep || version
  return version === controlPlaneVersion || upgradeStep === controlPlaneVersion ? undefined : target
}

function reportedVersions({ reported, reportedOne }: ControlPlaneVersions): readonly string[] {
  if (reported !== undefined && reported.length > 0) return reported
  return reportedOne === undefined ? [] : [reportedOne]
}

// Versions whose build tags have no order count as behind: better to wait than to join the wrong one.
function isBehind(version: string, wanted: string): boolean {
  const [a, b] = [parseVersion(wanted), parseVersion(version)]
  if (!a.valid || !b.valid) return false
  const order = compareVersions(a.version, b.version)
  return order === 1 || order === 'unordered'
}

function kubernetesSkew({ setVersion, controlPlaneVersion }: PreflightFacts): string | undefined {
  const pair = pairOf(setVersion, controlPlaneVersion)
  if (pair === undefined) return undefined
  const policy = `${pair.text} the kubernetes version skew policy as MachineSet version is`
  if (compareNumbers(pair.set.minor, pair.controlPlane.minor) > 0) {
    return `${policy} higher than ControlPlane version`
  }
  const oldest = BigInt(pair.controlPlane.minor) - 3n
  // Upstream counts without a sign, so what would be below zero is higher than any version.
  if (oldest >= 0n && BigInt(pair.set.minor) >= oldest) return undefined
  return `${policy} more than 3 minor versions older than the ControlPlane version`
}

function kubeadmSkew({ setVersion, controlPlaneVersion, kubeadm }: PreflightFacts): string | undefined {
  const pair = kubeadm ? pairOf(setVersion, controlPlaneVersion) : undefined
  if (pair === undefined || compareNumbers(pair.set.minor, pair.controlPlane.minor) === 0) return undefined
  return `${pair.text} kubeadm version skew policy as kubeadm only supports joining with the same major+minor version as the control plane`
}

function behindControlPlane({
  setVersion,
  controlPlaneVersion,
  topology,
}: PreflightFacts): string | undefined {
  if (topology === undefined || setVersion === '' || setVersion === controlPlaneVersion) return undefined
  return `MachineSet version (${setVersion}) is not yet the same as the ControlPlane version (${controlPlaneVersion}), waiting for version to be propagated to the MachineSet`
}

interface VersionPair {
  readonly set: Version
  readonly controlPlane: Version
  readonly text: string
}

function pairOf(setVersion: string, controlPlaneVersion: string): VersionPair | undefined {
  const [set, controlPlane] = [parseVersion(setVersion), parseVersion(controlPlaneVersion)]
  if (setVersion === '' || !set.valid || !controlPlane.valid) return undefined
  const text = `MachineSet version (${formatVersion(set.version)}) and ControlPlane version (${formatVersion(controlPlane.version)}) do not conform to`
  return { set: set.version, controlPlane: controlPlane.version, text }
}
