import {
  type CrdOptions,
  type CrdVersion,
  type CustomResourceDefinition,
  type OpenApi,
  openApiOf,
  profileLabel,
} from '@sitrep/status'
import { backendTlsPolicySchema } from '../backend-tls-policy/schema.ts'
import { gatewaySchema } from '../gateway/schema.ts'
import { gatewayClassSchema } from '../gateway-class/schema.ts'
import { grpcRouteSchema } from '../grpc-route/schema.ts'
import { httpRouteSchema } from '../http-route/schema.ts'
import { gatewayGroup } from '../kinds.ts'
import { listenerSetSchema } from '../listener-set/schema.ts'
import { referenceGrantSchema } from '../reference-grant/schema.ts'
import { tcpRouteSchema } from '../tcp-route/status.ts'
import { tlsRouteSchema } from '../tls-route/status.ts'
import { udpRouteSchema } from '../udp-route/status.ts'
import type { KindSchema } from './nodes.ts'

/** The release whose standard channel these CRDs follow: clients compare it with their own. */
export const bundleVersion = 'v1.7.0'

const kinds: readonly KindSchema[] = [
  backendTlsPolicySchema,
  gatewayClassSchema,
  gatewaySchema,
  grpcRouteSchema,
  httpRouteSchema,
  listenerSetSchema,
  referenceGrantSchema,
  tcpRouteSchema,
  tlsRouteSchema,
  udpRouteSchema,
]

/** The CRDs of all kinds of the family, by name. All of them are served and stored as v1. */
export const gatewayApiCrds = ({ profile }: CrdOptions): readonly CustomResourceDefinition[] =>
  kinds.map((schema) => {
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
        versions: ['v1', ...alsoServed].map((name) => versionOf(name, schema)),
        conversion: { strategy: 'None' },
      },
    }
  })

function versionOf(name: string, schema: KindSchema): CrdVersion {
  return {
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: rootOf(schema) },
    subresources: schema.status === undefined ? {} : { status: {} },
    // An API server prints the first of several values: half the truth is none.
    additionalPrinterColumns: schema.columns.filter(({ several }) => several === undefined),
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
