import {
  type Column,
  type CrdOptions,
  type CrdVersion,
  type CustomResourceDefinition,
  type OpenApi,
  openApiOf,
  type Profile,
  profileLabel,
} from '@sitrep/status'
import { clusterColumns } from '../cluster/columns.ts'
import { clusterSchema } from '../cluster/schema.ts'
import { controlPlaneColumns } from '../kubeadm-control-plane/columns.ts'
import { kubeadmControlPlaneSchema } from '../kubeadm-control-plane/schema.ts'
import { machineColumns } from '../machine/columns.ts'
import { machineSchema } from '../machine/schema.ts'
import { machineDeploymentColumns } from '../machine-deployment/columns.ts'
import { machineDeploymentSchema } from '../machine-deployment/schema.ts'
import { healthCheckColumns, olderHealthCheckColumns } from '../machine-health-check/columns.ts'
import { machineHealthCheckSchema } from '../machine-health-check/schema.ts'
import { machinePoolColumns } from '../machine-pool/columns.ts'
import { machinePoolSchema } from '../machine-pool/schema.ts'
import { machineSetColumns } from '../machine-set/columns.ts'
import { machineSetSchema } from '../machine-set/schema.ts'
import type { ApiStage } from '../options.ts'
import { stageIn } from '../settings.ts'
import type { KindColumns } from './columns.ts'
import { namedSchemas } from './named-schemas.ts'
import { type KindSchema, type ServedStage, statusSchema } from './schema.ts'

const kinds: readonly (readonly [schema: KindSchema, columns: KindColumns])[] = [
  [clusterSchema, clusterColumns],
  [kubeadmControlPlaneSchema, controlPlaneColumns],
  [machineSchema, machineColumns],
  [machineDeploymentSchema, machineDeploymentColumns],
  [
    machineHealthCheckSchema,
    { released: healthCheckColumns, proposal: healthCheckColumns, older: olderHealthCheckColumns },
  ],
  [machinePoolSchema, machinePoolColumns],
  [machineSetSchema, machineSetColumns],
]

/** The definitions of all kinds of the family, by name. */
export function crds(options: CrdOptions): readonly CustomResourceDefinition[] {
  return kinds.map(([schema, columns]) => definition(schema, columns, options))
}

function definition(schema: KindSchema, columns: KindColumns, options: CrdOptions): CustomResourceDefinition {
  const { group, kind, plural, shortNames } = schema
  const { profile, settings = {} } = options
  const stage = stageIn(settings['stage']) ?? 'v1beta2'
  const conversion = stage === 'v1beta2' ? options.conversion : undefined
  const versions = versionsIn({ schema, columns, profile, stage, converted: conversion !== undefined })
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      // Which contract a kind speaks in which version: whoever refers to one of its objects looks here.
      labels: {
        ...Object.fromEntries(versions.map(({ name }) => [`cluster.x-k8s.io/${name}`, name])),
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
      versions,
      conversion:
        conversion === undefined
          ? { strategy: 'None' }
          : { strategy: 'Webhook', webhook: { clientConfig: conversion, conversionReviewVersions: ['v1'] } },
    },
  }
}

interface Versions {
  readonly schema: KindSchema
  readonly columns: KindColumns
  readonly profile: Profile
  readonly stage: ApiStage
  /** Whether somebody converts between versions. */
  readonly converted: boolean
}

/** The versions of a kind at a point of the way: the older alone, the older beside the newer, the newer alone. */
function versionsIn({ schema, columns, profile, stage, converted }: Versions): readonly CrdVersion[] {
  const { group, kind } = schema
  const older = { ...version(schema, `${profile}-v1beta1`, columns.older), name: 'v1beta1' }
  const newer = { name: 'v1beta2', served: true, storage: true }
  switch (stage) {
    case 'v1beta1':
      return [{ ...older, served: true, storage: true }]
    case 'v1beta2':
      return [
        {
          ...older,
          served: converted,
          storage: false,
          deprecated: true,
          deprecationWarning: `${group}/v1beta1 ${kind} is deprecated; use ${group}/v1beta2 ${kind}`,
        },
        { ...version(schema, `${profile}-v1beta2`, columns[profile]), ...newer },
      ]
    case 'end':
      return [{ ...version(schema, 'proposal-end', columns[profile]), ...newer }]
  }
}

type VersionParts = Pick<CrdVersion, 'schema' | 'subresources' | 'additionalPrinterColumns'>

function version(schema: KindSchema, stage: ServedStage, columns: readonly Column[]): VersionParts {
  const { kind, spec, scales } = schema
  const root: OpenApi = {
    type: 'object',
    description: `${kind} of Cluster API`,
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: openApiOf(spec, namedSchemas),
      status: openApiOf(statusSchema(schema, stage), namedSchemas),
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
