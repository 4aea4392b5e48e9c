import { namespaceKind } from '@sitrep/cluster-api/kinds'
import {
  bundlesKind,
  distroGroup,
  distroReleaseKind,
  annotations as eksAnnotations,
  eksAnywhereGroup,
  eksaReleaseKind,
  clusterKind as eksClusterKind,
  systemNamespace,
} from '@sitrep/eks-anywhere/kinds'
import { at, type KubeObject, list, type ObjectRef, text } from '@sitrep/status'
import { type Action, actions, nothing, type Plan } from '../../plan/action.ts'
import type { World } from '../../world/world.ts'
import type { WantedCluster } from './wanted.ts'

// What the simulated world knows of; any other version is one that nobody has released.
const releases = [
  { version: 'v0.22.0', number: 1, cilium: 'v1.15.13-eksa.1' },
  { version: 'v0.23.0', number: 2, cilium: 'v1.16.9-eksa.1' },
] as const
const kubernetesVersions = ['1.32', '1.33', '1.34', '1.35', '1.36'] as const
const neededImages = [
  'pause-image',
  'etcd-image',
  'aws-iam-authenticator-image',
  'kube-proxy-image',
  'coredns-image',
  'kube-apiserver-image',
] as const

const registry = 'public.ecr.aws/eks-distro'

/** What an installation of EKS Anywhere brings along: its namespace and its releases. */
export function planInstallation(world: World): Plan {
  const missing = releaseObjects().filter((object) => world.get(refIn(object)) === undefined)
  if (missing.length === 0) return nothing
  const namespace = { apiVersion: 'v1', kind: namespaceKind.kind, metadata: { name: systemNamespace } }
  return actions(...[namespace, ...missing].map((object): Action => ({ act: 'create', object })))
}

const refIn = ({ apiVersion, kind, metadata }: KubeObject): ObjectRef => ({
  group: apiVersion.split('/')[0] ?? '',
  kind,
  namespace: systemNamespace,
  name: metadata.name,
})

function releaseObjects(): readonly KubeObject[] {
  return [
    ...kubernetesVersions.map(distroRelease),
    ...releases.map(({ number, cilium }) => bundles(number, cilium)),
    ...releases.map(({ version, number }) => ({
      apiVersion: `${eksAnywhereGroup}/v1alpha1`,
      kind: eksaReleaseKind.kind,
      metadata: { name: releaseName(version), namespace: systemNamespace },
      spec: { version, bundlesRef: { name: bundlesName(number), namespace: systemNamespace } },
    })),
  ]
}

const releaseName = (version: string): string =>
  `eksa-${version.replaceAll('+', '-plus-').replaceAll('.', '-')}`

const bundlesName = (number: number): string => `bundles-${number}`

const distroName = (kubernetesVersion: string): string =>
  `kubernetes-${kubernetesVersion.replace('.', '-')}-eks-1`

function distroRelease(kubernetesVersion: string): KubeObject {
  const assets = neededImages.map((name) => ({ name, type: 'Image', image: { uri: `${registry}/${name}` } }))
  return {
    apiVersion: `${distroGroup}/v1alpha1`,
    kind: distroReleaseKind.kind,
    metadata: { name: distroName(kubernetesVersion), namespace: systemNamespace },
    spec: { channel: kubernetesVersion.replace('.', '-'), number: 1 },
    status: { components: [{ name: 'kubernetes', assets }] },
  }
}

function bundles(number: number, cilium: string): KubeObject {
  const image = (name: string): object => ({ uri: `public.ecr.aws/isovalent/${name}:${cilium}` })
  return {
    apiVersion: `${eksAnywhereGroup}/v1alpha1`,
    kind: bundlesKind.kind,
    metadata: {
      name: bundlesName(number),
      namespace: systemNamespace,
      annotations: { [eksAnnotations.bundleSignature]: 'simulated' },
    },
    spec: {
      number,
      versionsBundles: kubernetesVersions.map((kubeVersion) => ({
        kubeVersion,
        eksD: { name: distroName(kubeVersion) },
        cilium: { cilium: image('cilium-eks'), operator: image('operator-eks') },
      })),
    },
  }
}

/** What a release brings for the Kubernetes version that a cluster asks for. */
export interface ReleasedVersion {
  readonly version: string
  readonly ciliumImage: string
  readonly operatorImage: string
}

/** The release that a cluster asks for, or that its management cluster lends it; nothing while nobody knows it. */
export function releasedVersion(
  cluster: KubeObject,
  wanted: WantedCluster,
  world: World,
): ReleasedVersion | undefined {
  const found = bundlesFor(cluster, wanted, world)
  const bundle = list(at(found?.spec, 'versionsBundles')).find(
    (one) => at(one, 'kubeVersion') === wanted.kubernetesVersion,
  )
  if (bundle === undefined) return undefined
  return {
    version: fullVersion(wanted.kubernetesVersion),
    ciliumImage: text(at(bundle, 'cilium', 'cilium', 'uri')) ?? '',
    operatorImage: text(at(bundle, 'cilium', 'operator', 'uri')) ?? '',
  }
}

/** The version that kubelets of this release report. */
export const fullVersion = (kubernetesVersion: string): string =>
  `v${kubernetesVersion}.1-eks-${kubernetesVersion.replace('.', '-')}-1`

function bundlesFor(cluster: KubeObject, wanted: WantedCluster, world: World): KubeObject | undefined {
  const { bundles: link, eksaVersion, managedBy } = wanted
  if (link !== undefined) return world.get({ ...bundlesKind, ...link })
  if (eksaVersion !== undefined) return bundlesOfVersion(eksaVersion, world)
  const { namespace = '' } = cluster.metadata
  const manager =
    managedBy === undefined ? undefined : world.get({ ...eksClusterKind, namespace, name: managedBy })
  const lent = text(at(manager?.spec, 'eksaVersion'))
  return lent === undefined ? undefined : bundlesOfVersion(lent, world)
}

function bundlesOfVersion(version: string, world: World): KubeObject | undefined {
  const release = world.get({ ...eksaReleaseKind, namespace: systemNamespace, name: releaseName(version) })
  const name = text(at(release?.spec, 'bundlesRef', 'name'))
  const namespace = text(at(release?.spec, 'bundlesRef', 'namespace')) ?? systemNamespace
  return name === undefined ? undefined : world.get({ ...bundlesKind, namespace, name })
}
