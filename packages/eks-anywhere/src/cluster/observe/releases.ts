import { secretKind } from '@sitrep/cluster-api'
import {
  at,
  type KubeObject,
  list,
  missing,
  number,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { annotations, bundlesKind, distroReleaseKind, eksaReleaseKind, systemNamespace } from '../../kinds.ts'
import type { BundlesLink, BundlesSeen, ClusterSpec, DistroSeen, ReleaseSeen } from '../types.ts'
import { presence } from './cluster-api-objects.ts'

const eksaRelease: View<{ readonly bundles: BundlesLink }> = {
  name: 'eksaRelease',
  of: ({ spec }) => ({
    bundles: {
      name: text(at(spec, 'bundlesRef', 'name')) ?? '',
      namespace: text(at(spec, 'bundlesRef', 'namespace')) ?? '',
    },
  }),
}

const bundles: View<BundlesSeen> = {
  name: 'bundles',
  of: ({ metadata, spec }: KubeObject) => ({
    number: number(at(spec, 'number')) ?? 0,
    signed: (metadata.annotations?.[annotations.bundleSignature] ?? '') !== '',
    versions: list(at(spec, 'versionsBundles')).map((one) => ({
      kubernetesVersion: text(at(one, 'kubeVersion')) ?? '',
      distroName: text(at(one, 'eksD', 'name')) ?? '',
      ciliumImage: text(at(one, 'cilium', 'cilium', 'uri')) ?? '',
      operatorImage: text(at(one, 'cilium', 'operator', 'uri')) ?? '',
    })),
  }),
}

/** The images that a cluster cannot be made without. */
const neededImages = [
  'pause-image',
  'etcd-image',
  'aws-iam-authenticator-image',
  'kube-proxy-image',
  'coredns-image',
  'kube-apiserver-image',
]

const distro: View<DistroSeen> = {
  name: 'distroRelease',
  of: ({ metadata, spec, status }) => {
    const assets = list(at(status, 'components')).flatMap((component) => list(at(component, 'assets')))
    const images = assets
      .filter((asset) => at(asset, 'image') !== undefined)
      .map((asset) => at(asset, 'name'))
    return {
      name: metadata.name,
      kubernetesVersion: (text(at(spec, 'channel')) ?? '').replace('-', '.'),
      complete: neededImages.every((name) => images.includes(name)),
    }
  },
}

/** What a Cluster asks for once its management cluster has lent it a release. */
export type ReleaseWanted = Pick<ClusterSpec, 'eksaVersion' | 'bundles' | 'kubernetesVersions'>

/** Where a release is looked up when it names no Bundles: beside the Cluster, under its name. */
export interface Home {
  readonly namespace: string
  readonly name: string
}

/** Reads the release that is wanted, down to the releases of EKS Distro that it stands on. */
export function readRelease(world: World, wanted: ReleaseWanted, home: Home): ReleaseSeen {
  const { eksaVersion, bundles: bundlesLink } = wanted
  const release =
    eksaVersion === undefined
      ? undefined
      : world.get(
          { ...eksaReleaseKind, namespace: systemNamespace, name: releaseName(eksaVersion) },
          eksaRelease,
        )
  const { name, namespace } = bundlesOf(release, bundlesLink) ?? home
  const found = name === '' ? missing : world.get({ ...bundlesKind, namespace, name }, bundles)
  const known = (found.read && found.item?.versions) || []
  const names = wanted.kubernetesVersions.flatMap(
    (version) => known.find(({ kubernetesVersion }) => kubernetesVersion === version)?.distroName ?? [],
  )
  return {
    eksaVersion,
    bundlesLink,
    eksaRelease: release,
    bundlesName: name,
    bundles: found,
    distros: [...new Set(names)].map((distroName) => ({
      name: distroName,
      found: world.get({ ...distroReleaseKind, namespace: systemNamespace, name: distroName }, distro),
    })),
  }
}

// A reference to Bundles outranks the version: the release of that version is then not asked which Bundles it means.
function bundlesOf(
  release: ReleaseSeen['eksaRelease'],
  bundlesLink: BundlesLink | undefined,
): BundlesLink | undefined {
  if (bundlesLink !== undefined) return bundlesLink
  const link = release?.read ? release.item?.bundles : undefined
  return link === undefined || link.name === '' ? undefined : link
}

/** The name of the object that stands for a version of EKS Anywhere. */
const releaseName = (version: string): string =>
  `eksa-${version.replaceAll('+', '-plus-').replaceAll('.', '-')}`

/** Whether the credentials for the registry mirror are there. */
export const readRegistryCredentials = (world: World): Reading<true> =>
  world.get({ ...secretKind, namespace: systemNamespace, name: 'registry-credentials' }, presence)
