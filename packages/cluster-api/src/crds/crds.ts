import {
  type Column,
  type CrdOptions,
  type CrdVersion,
  type CustomResourceDefinition,
  type OpenApi,
  openApiOf,
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
  const { profile, conversion } = options
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
          ...version(schema, `${profile}-v1beta1`, columns.older),
          name: 'v1beta1',
          served: conversion !== undefined,
          storage: false,
        },
        {
          ...version(schema, `${profile}-v1beta2`, columns[profile]),
          name: 'v1beta2',
          served: true,
          storage: true,
        },
      ],
      conversion:
        conversion === undefined
          ? { strategy: 'None' }
          : { strategy: 'Webhook', webhook: { clientConfig: conversion, conversionReviewVersions: ['v1'] } },
    },
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
