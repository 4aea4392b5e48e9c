import {
  type Column,
  type CrdOptions,
  type CustomResourceDefinition,
  type ObjectNode,
  openApiOf,
  profileLabel,
} from '@sitrep/status'
import { depotColumns } from './depot/status.ts'
import { group } from './kinds.ts'
import { parcelColumns } from './parcel/status.ts'

const words = { type: 'string' } as const
const whole = { type: 'integer', format: 'int32' } as const
const condition: ObjectNode = {
  type: 'object',
  properties: {
    type: words,
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    reason: words,
    message: words,
    observedGeneration: { type: 'integer', format: 'int64' },
    lastTransitionTime: { type: 'string', format: 'date-time' },
  },
  required: ['type', 'status'],
}
const conditions = { type: 'array', items: condition } as const
const object = (properties: ObjectNode['properties']): ObjectNode => ({ type: 'object', properties })
const listOf = (properties: ObjectNode['properties']) =>
  ({ type: 'array', items: object(properties) }) as const

interface Served {
  readonly kind: string
  readonly plural: string
  readonly spec: ObjectNode
  readonly status?: ObjectNode
  readonly columns?: readonly Column[]
  readonly categories?: readonly string[]
}

const served: readonly Served[] = [
  {
    kind: 'Depot',
    plural: 'depots',
    spec: object({
      operator: words,
      capacity: whole,
      gates: listOf({ name: words, locked: { type: 'boolean' } }),
    }),
    status: object({
      observedGeneration: whole,
      parcels: whole,
      gates: listOf({ name: words, conditions }),
      conditions,
    }),
    columns: depotColumns,
  },
  {
    kind: 'Parcel',
    plural: 'parcels',
    spec: object({ weight: whole, permit: words, depots: listOf({ namespace: words, name: words }) }),
    status: object({
      depots: listOf({ depot: object({ namespace: words, name: words }), operator: words, conditions }),
    }),
    columns: parcelColumns,
  },
  { kind: 'Permit', plural: 'permits', spec: object({ issuedBy: words }) },
  {
    kind: 'Van',
    plural: 'vans',
    spec: object({ depot: words, load: whole }),
    status: object({ position: words, conditions }),
    categories: ['vehicle'],
  },
]

/** The CRDs that an API server needs to serve these kinds. A Permit has no status. */
export const crds = ({ profile }: CrdOptions): readonly CustomResourceDefinition[] =>
  served.map(({ kind, plural, spec, status, columns = [], categories = ['delivery'] }) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, labels: { [profileLabel]: profile } },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase(), categories },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: openApiOf(spec, {}),
                ...(status !== undefined && { status: openApiOf(status, {}) }),
              },
            },
          },
          subresources: status === undefined ? {} : { status: {} },
          additionalPrinterColumns: columns,
        },
      ],
      conversion: { strategy: 'None' },
    },
  }))
