import { namedSchemas } from '@sitrep/cluster-api'
import {
  type Column,
  type CustomResourceDefinition,
  type KindRef,
  type OpenApi,
  openApiOf,
  type Profile,
  profileLabel,
} from '@sitrep/status'
import { clusterColumns } from './cluster/columns.ts'
import { clusterSpecSchema, clusterStatusSchema } from './cluster/schema.ts'
import {
  bundlesKind,
  clusterKind,
  distroReleaseKind,
  eksaReleaseKind,
  etcdadmClusterKind,
  linkedKind,
} from './kinds.ts'

/** A kind that a Cluster rests on: read here, written and judged by others. */
interface ServedKind extends KindRef {
  readonly plural: string
  readonly version: string
}

const linked = (kind: string): ServedKind => ({
  ...linkedKind(kind),
  plural: `${kind.toLowerCase()}s`,
  version: 'v1alpha1',
})

/** All kinds beside the Cluster that its status is read from and that EKS Anywhere brings. */
const servedKinds: readonly ServedKind[] = [
  { ...bundlesKind, plural: 'bundles', version: 'v1alpha1' },
  { ...eksaReleaseKind, plural: 'eksareleases', version: 'v1alpha1' },
  { ...distroReleaseKind, plural: 'releases', version: 'v1alpha1' },
  { ...etcdadmClusterKind, plural: 'etcdadmclusters', version: 'v1beta1' },
  linked('DockerDatacenterConfig'),
  linked('VSphereDatacenterConfig'),
  linked('VSphereMachineConfig'),
  linked('CloudStackDatacenterConfig'),
  linked('CloudStackMachineConfig'),
  linked('SnowDatacenterConfig'),
  linked('SnowMachineConfig'),
  linked('SnowIPPool'),
  linked('NutanixDatacenterConfig'),
  linked('NutanixMachineConfig'),
  linked('TinkerbellDatacenterConfig'),
  linked('TinkerbellMachineConfig'),
  linked('TinkerbellTemplateConfig'),
  linked('OIDCConfig'),
  linked('AWSIamConfig'),
  linked('GitOpsConfig'),
  linked('FluxConfig'),
]

const anything: OpenApi = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const cluster: ServedKind = { ...clusterKind, plural: 'clusters', version: 'v1alpha1' }

interface Parts {
  readonly spec: OpenApi
  readonly status: OpenApi
  readonly columns: readonly Column[]
}

/**
 * The CRDs of EKS Anywhere: the Cluster with its columns, and the kinds that it is linked to. Of those nothing is
 * checked: they belong to others, and only some of their fields are read.
 */
export function eksAnywhereCrds({
  profile,
}: {
  readonly profile: Profile
}): readonly CustomResourceDefinition[] {
  const own: Parts = {
    spec: openApiOf(clusterSpecSchema, namedSchemas),
    status: openApiOf(clusterStatusSchema[profile], namedSchemas),
    columns: clusterColumns,
  }
  const open: Parts = { spec: anything, status: anything, columns: [] }
  return [crd(cluster, own, { [profileLabel]: profile }), ...servedKinds.map((kind) => crd(kind, open, {}))]
}

function crd(
  { group, kind, plural, version }: ServedKind,
  { spec, status, columns }: Parts,
  labels: Readonly<Record<string, string>>,
): CustomResourceDefinition {
  const properties: OpenApi['properties'] = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec,
    status,
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, labels },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', description: `${kind} of EKS Anywhere`, properties } },
          subresources: { status: {} },
          additionalPrinterColumns: columns,
        },
      ],
      conversion: { strategy: 'None' },
    },
  }
}
