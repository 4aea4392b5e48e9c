import { managementActions } from '@sitrep/crossplane/managed'
import {
  type CustomResourceDefinition,
  conditionColumn,
  type ObjectNode,
  openApiOf,
  type SchemaNode,
} from '@sitrep/status'
import { databaseParameters } from './database.ts'
import { extensionParameters } from './extension.ts'
import { grantParameters } from './grant.ts'
import { group, version } from './group.ts'
import { roleParameters } from './role.ts'

const words = { type: 'string' } as const
const conditions: SchemaNode = {
  type: 'array',
  owned: ['type'],
  items: {
    type: 'object',
    properties: {
      type: words,
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: words,
      message: words,
      observedGeneration: { type: 'integer', format: 'int64' },
      lastTransitionTime: { type: 'string', format: 'date-time' },
    },
    required: ['type', 'status', 'reason', 'lastTransitionTime'],
  },
}

/** What every managed resource has around what is wanted of its provider. */
const resourceOf = (forProvider: ObjectNode): ObjectNode => ({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        // What needs nothing said may be left out.
        forProvider: forProvider.required === undefined ? { ...forProvider, default: {} } : forProvider,
        deletionPolicy: { type: 'string', enum: ['Delete', 'Orphan'], default: 'Delete' },
        managementPolicies: {
          type: 'array',
          items: { type: 'string', enum: managementActions },
          default: ['*'],
        },
        writeConnectionSecretToRef: {
          type: 'object',
          properties: { name: words, namespace: words },
          required: ['name', 'namespace'],
        },
      },
      required: ['forProvider'],
    },
    status: {
      type: 'object',
      properties: {
        atProvider: { type: 'object', properties: {} },
        conditions,
        lastHandledReconcileAt: words,
      },
    },
  },
  required: ['spec'],
})

const columns = ['Ready', 'Synced', 'UpToDate'].map((type) => conditionColumn(type, type))

const parameters: Readonly<Record<string, ObjectNode>> = {
  Role: roleParameters,
  Database: databaseParameters,
  Extension: extensionParameters,
  Grant: grantParameters,
}

/** The CRDs that an API server needs to serve these kinds. Roles and databases belong to a whole server, so their resources have no namespace. */
export const crds = (): readonly CustomResourceDefinition[] =>
  Object.entries(parameters).map(([kind, forProvider]) => {
    const singular = kind.toLowerCase()
    const plural = `${singular}s`
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        names: {
          kind,
          listKind: `${kind}List`,
          plural,
          singular,
          categories: ['crossplane', 'managed', 'postgres'],
        },
        scope: 'Cluster',
        versions: [
          {
            name: version,
            served: true,
            storage: true,
            schema: { openAPIV3Schema: openApiOf(resourceOf(forProvider), {}) },
            subresources: { status: {} },
            additionalPrinterColumns: columns,
          },
        ],
        conversion: { strategy: 'None' },
      },
    }
  })
