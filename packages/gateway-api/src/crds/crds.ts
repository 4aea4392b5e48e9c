import {
  type Column,
  type CrdOptions,
  type CrdVersion,
  type CustomResourceDefinition,
  type OpenApi,
  openApiOf,
  profileLabel,
} from '@sitrep/status'
import { backendTlsPolicyColumns } from '../backend-tls-policy/columns.ts'
import { backendTlsPolicySchema } from '../backend-tls-policy/schema.ts'
import { gatewayColumns } from '../gateway/columns.ts'
import { gatewaySchema } from '../gateway/schema.ts'
import { gatewayClassColumns } from '../gateway-class/columns.ts'
import { gatewayClassSchema } from '../gateway-class/schema.ts'
import { grpcRouteColumns } from '../grpc-route/columns.ts'
import { grpcRouteSchema } from '../grpc-route/schema.ts'
import { httpRouteColumns } from '../http-route/columns.ts'
import { httpRouteSchema } from '../http-route/schema.ts'
import { gatewayGroup } from '../kinds.ts'
import { listenerSetColumns } from '../listener-set/columns.ts'
import { listenerSetSchema } from '../listener-set/schema.ts'
import { referenceGrantColumns } from '../reference-grant/columns.ts'
import { referenceGrantSchema } from '../reference-grant/schema.ts'
import { tcpRouteColumns } from '../tcp-route/columns.ts'
import { tcpRouteSchema } from '../tcp-route/schema.ts'
import { tlsRouteColumns } from '../tls-route/columns.ts'
import { tlsRouteSchema } from '../tls-route/schema.ts'
import { udpRouteColumns } from '../udp-route/columns.ts'
import { udpRouteSchema } from '../udp-route/schema.ts'
import type { KindSchema } from './kind-schema.ts'

/** The release whose standard channel these definitions follow: clients compare it with their own. */
export const bundleVersion = 'v1.7.0'

const kinds: readonly (readonly [schema: KindSchema, columns: readonly Column[]])[] = [
  [backendTlsPolicySchema, backendTlsPolicyColumns],
  [gatewayClassSchema, gatewayClassColumns],
  [gatewaySchema, gatewayColumns],
  [grpcRouteSchema, grpcRouteColumns],
  [httpRouteSchema, httpRouteColumns],
  [listenerSetSchema, listenerSetColumns],
  [referenceGrantSchema, referenceGrantColumns],
  [tcpRouteSchema, tcpRouteColumns],
  [tlsRouteSchema, tlsRouteColumns],
  [udpRouteSchema, udpRouteColumns],
]

/** The definitions of all kinds of the family, by name. All of them are served and stored as v1. */
export const gatewayApiCrds = ({ profile }: CrdOptions): readonly CustomResourceDefinition[] =>
  kinds.map(([schema, columns]) => {
    const { kind, plural, shortNames, scope, labels, alsoServed = [] } = schema
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {
        name: `${plural}.${gatewayGroup}`,
        labels: { ...labels, [profileLabel]: profile },
        annotations: {
          'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/gateway-api/pull/5371',
          'gateway.networking.k8s.io/bundle-version': bundleVersion,
          'gateway.networking.k8s.io/channel': 'standard',
        },
      },
      spec: {
        group: gatewayGroup,
        names: {
          kind,
          listKind: `${kind}List`,
          plural,
          singular: kind.toLowerCase(),
          ...(shortNames && { shortNames }),
          categories: ['gateway-api'],
        },
        scope,
        versions: ['v1', ...alsoServed].map((name) => versionOf(name, schema, columns)),
        conversion: { strategy: 'None' },
      },
    }
  })

function versionOf(name: string, schema: KindSchema, columns: readonly Column[]): CrdVersion {
  return {
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: rootOf(schema) },
    subresources: schema.status === undefined ? {} : { status: {} },
    // An API server prints the first of several values: half the truth is none.
    additionalPrinterColumns: columns.filter(({ several }) => several === undefined),
  }
}

function rootOf({ kind, spec, status }: KindSchema): OpenApi {
  return {
    type: 'object',
    description: `${kind} of Gateway API`,
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: openApiOf(spec, {}, 'dropped'),
      ...(status && { status: openApiOf(status, {}, 'dropped') }),
    },
  }
}
