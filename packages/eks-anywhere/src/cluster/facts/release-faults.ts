import { distroGroup, eksAnywhereGroup } from '../../kinds.ts'
import type { BundlesSeen, ClusterObserved, ReleaseSeen } from '../types.ts'
import { type Finding, notFound, told, untold } from './fault.ts'
import { compareVersions, parseVersion } from './version.ts'

/** The release of the wanted version must be known. */
export function eksaRelease({ release }: Pick<ClusterObserved, 'release'>): Finding {
  const { eksaVersion, eksaRelease: found } = release
  if (found === undefined) return undefined
  if (!found.read) return { unread: found.why }
  if (found.item !== undefined) return undefined
  return told('EksaVersionInvalid', `eksarelease ${eksaVersion} could not be found on the management cluster`)
}

// The first version whose Bundles are signed.
const firstSigned = { major: 0, minor: 22, patch: 0 }

/** Later releases must be signed and support the wanted Kubernetes version. */
export function versionSupport(observed: ClusterObserved): Finding {
  const { release, spec } = observed
  const { eksaVersion, bundles, bundlesName } = release
  if (eksaVersion === undefined || spec.datacenter.kind === 'SnowDatacenterConfig') return undefined
  const version = parseVersion(eksaVersion)
  if (version === undefined) return untold('EksaVersionInvalid', `${eksaVersion} is no semantic version`)
  if (compareVersions(version, firstSigned) < 0) return undefined
  if (!bundles.read) return { unread: bundles.why }
  if (bundles.item === undefined)
    return told('BundleNotFoundForCluster', notFound('Bundles', bundlesName, eksAnywhereGroup))
  const text = releaseManifestFault(observed, bundles.item)
  if (text !== undefined) return told('ExtendedKubernetesVersionSupportNotSupported', text)
  const distro = distroOf(release, bundles.item, spec.kubernetesVersions[0])
  if (distro !== undefined && !distro.found.read) return { unread: distro.found.why }
  // Whether a signature is genuine cannot be told here; whoever made it is trusted.
  if (bundles.item.signed) return undefined
  return told(
    'ExtendedKubernetesVersionSupportNotSupported',
    'validating bundle signature: missing bundle signature annotation',
  )
}

function releaseManifestFault({ release, spec }: ClusterObserved, bundles: BundlesSeen): string | undefined {
  const [version] = spec.kubernetesVersions
  const unsupported = unsupportedText(bundles, version)
  if (unsupported !== undefined)
    return `getting release manifest: getting versions bundle for ${version} kubernetes version: ${unsupported}`
  const distro = distroOf(release, bundles, version)
  if (distro === undefined || !distro.found.read || distro.found.item !== undefined) return undefined
  const gone = notFound('Release', distro.name, distroGroup)
  return `getting release manifest: getting ${distro.name} eks distro release: ${gone}`
}

function unsupportedText(bundles: BundlesSeen, version: string): string | undefined {
  if (bundles.versions.some(({ kubernetesVersion }) => kubernetesVersion === version)) return undefined
  return `kubernetes version ${version} is not supported by bundles manifest ${bundles.number}`
}

function distroOf(
  { distros }: ReleaseSeen,
  bundles: BundlesSeen,
  version: string,
): ReleaseSeen['distros'][number] | undefined {
  const wanted = bundles.versions.find(({ kubernetesVersion }) => kubernetesVersion === version)
  return distros.find(({ name }) => name === wanted?.distroName)
}

/** A registry mirror that wants credentials must find them. */
export function registryCredentials({ registryCredentials: found }: ClusterObserved): Finding {
  if (!found.read) return { unread: found.why }
  if (found.item !== undefined) return undefined
  const gone = notFound('Secret', 'registry-credentials', '')
  return untold('ClusterInvalid', `fetching registry auth secret: ${gone}`)
}

/** Everything that a release brings must be there before a provider can start: for every Kubernetes version. */
export function wholeRelease({ release, spec }: ClusterObserved): Finding {
  const { bundles, bundlesLink, eksaVersion } = release
  if (eksaVersion === undefined && bundlesLink === undefined)
    return untold('EksaVersionInvalid', "either cluster's EksaVersion or BundlesRef need to be set")
  const unknown = bundlesLink === undefined ? eksaRelease({ release }) : undefined
  if (unknown !== undefined) return unknown
  if (!bundles.read) return { unread: bundles.why }
  if (bundles.item === undefined)
    return untold('BundleNotFoundForCluster', notFound('Bundles', release.bundlesName, eksAnywhereGroup))
  for (const version of spec.kubernetesVersions) {
    const finding = versionFault(release, bundles.item, version)
    if (finding !== undefined) return finding
  }
  return undefined
}

function versionFault(release: ReleaseSeen, bundles: BundlesSeen, version: string): Finding {
  const unsupported = unsupportedText(bundles, version)
  if (unsupported !== undefined) return untold('ExtendedKubernetesVersionSupportNotSupported', unsupported)
  const distro = distroOf(release, bundles, version)
  if (distro === undefined) return undefined
  if (!distro.found.read) return { unread: distro.found.why }
  if (distro.found.item === undefined)
    return untold('BundleNotFoundForCluster', notFound('Release', distro.name, distroGroup))
  const { complete, kubernetesVersion } = distro.found.item
  if (!complete) return untold('BundleNotFoundForCluster', `release ${distro.name} lacks images`)
  const known = unsupportedText(bundles, kubernetesVersion)
  return known === undefined ? undefined : untold('ExtendedKubernetesVersionSupportNotSupported', known)
}
