import { type Column, type OpenApi, openApiOf, type Profile } from '@sitrep/status'
import { clusterColumns } from '../cluster/columns.ts'
import { clusterSchema } from '../cluster/schema.ts'
import { controlPlaneColumns } from '../kubeadm-control-plane/columns.ts'
import { kubeadmControlPlaneSchema } from '../kubeadm-control-plane/schema.ts'
import { machineColumns } from '../machine/columns.ts'
import { machineSchema } from '../machine/schema.ts'
import { machineDeploymentColumns } from '../machine-deployment/columns.ts'
import { machineDeploymentSchema } from '../machine-deployment/schema.ts'
import { healthCheckColumns } from '../machine-health-check/columns.ts'
import { machineHealthCheckSchema } from '../machine-health-check/schema.ts'
import { machinePoolColumns } from '../machine-pool/columns.ts'
import { machinePoolSchema } from '../machine-pool/schema.ts'
import { machineSetColumns } from '../machine-set/columns.ts'
import { machineSetSchema } from '../machine-set/schema.ts'
import { namedSchemas } from './named-schemas.ts'
import { olderColumns } from './older-columns.ts'
import type { KindSchema } from './schema.ts'

/** Where an API server finds whoever converts: `service` or `url`, as `apiextensions.k8s.io/v1` has it. */
export interface WebhookClientConfig {
  readonly url?: string
  readonly caBundle?: string
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly path?: string
    readonly port?: number
  }
}

export interface CrdOptions {
  readonly profile: Profile
  /**
   * Who converts between the two versions. Without anybody only the newer one is served: an API server that converts by
   * itself changes nothing but the version, and would hand out what the older one never looked like.
   */
  readonly conversion?: WebhookClientConfig
}

/** A CustomResourceDefinition, ready to be applied. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1'
  readonly kind: 'CustomResourceDefinition'
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> }
  readonly spec: CrdSpec
}

interface CrdSpec {
  readonly group: string
  readonly names: Readonly<Record<string, unknown>>
  readonly scope: 'Namespaced'
  readonly versions: readonly CrdVersion[]
  readonly conversion: Readonly<Record<string, unknown>>
}

interface CrdVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly schema: { readonly openAPIV3Schema: OpenApi }
  readonly subresources: Readonly<Record<string, unknown>>
  readonly additionalPrinterColumns: readonly Column[]
}

type ColumnsByProfile = Readonly<Record<Profile, readonly Column[]>>

const kinds: readonly (readonly [schema: KindSchema, columns: ColumnsByProfile])[] = [
  [clusterSchema, clusterColumns],
  [kubeadmControlPlaneSchema, controlPlaneColumns],
  [machineSchema, machineColumns],
  [machineDeploymentSchema, machineDeploymentColumns],
  [machineHealthCheckSchema, { released: healthCheckColumns, proposal: healthCheckColumns }],
  [machinePoolSchema, machinePoolColumns],
  [machineSetSchema, machineSetColumns],
]

/** Says for which language a definition of ours is made; those of the released system say nothing. */
export const profileLabel = 'sitrep.dev/profile'

/** The definitions of all kinds of the family, by name. */
export function crds(options: CrdOptions): readonly CustomResourceDefinition[] {
  return kinds.map(([schema, columns]) => definition(schema, columns[options.profile], options))
}

function definition(
  schema: KindSchema,
  columns: readonly Column[],
  options: CrdOptions,
): CustomResourceDefinition {
  const { group, kind, plural, shortNames } = schema
  const { profile, conversion } = options
  const older = olderColumns[kind] ?? []
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Which contract a kind speaks in which version: whoever refers to one of its objects looks here.
      labels: {
        'cluster.x-k8s.io/v1beta1': 'v1beta1',
        'cluster.x-k8s.io/v1beta2': 'v1beta2',
        [profileLabel]: profile,
      },
    },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        shortNames,
        categories: ['cluster-api'],
      },
      scope: 'Namespaced',
      versions: [
        {
          ...version(schema, `${profile}-v1beta1`, older),
          name: 'v1beta1',
          served: conversion !== undefined,
          storage: false,
        },
        { ...version(schema, `${profile}-v1beta2`, columns), name: 'v1beta2', served: true, storage: true },
      ],
      conversion:
        conversion === undefined
          ? { strategy: 'None' }
          : { strategy: 'Webhook', webhook: { clientConfig: conversion, conversionReviewVersions: ['v1'] } },
    },
  }
}

type VersionParts = Pick<CrdVersion, 'schema' | 'subresources' | 'additionalPrinterColumns'>

function version(
  { kind, spec, status, scales }: KindSchema,
  stage: keyof KindSchema['status'],
  columns: readonly Column[],
): VersionParts {
  const root: OpenApi = {
    type: 'object',
    description: `${kind} of Cluster API`,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: openApiOf(spec, namedSchemas),
      status: openApiOf(status[stage], namedSchemas),
    },
  }
  return {
    schema: { openAPIV3Schema: root },
    subresources: { status: {}, ...(scales && { scale }) },
    additionalPrinterColumns: columns,
  }
}

const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
} as const
