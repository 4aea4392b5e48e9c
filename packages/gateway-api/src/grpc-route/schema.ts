import type { KindSchema } from '../crds/kind-schema.ts'
import { sectionName, weightedBackend } from '../crds/parts.ts'
import { filterSchema, valueMatches } from '../http-route/filter-schema.ts'
import { hostnames, parentRefs, routeStatusSchema, uniqueNames } from '../route/schema.ts'

const filters = filterSchema([
  'ResponseHeaderModifier',
  'RequestHeaderModifier',
  'RequestMirror',
  'ExtensionRef',
])

export const grpcRouteSchema: KindSchema = {
  kind: 'GRPCRoute',
  plural: 'grpcroutes',
  scope: 'Namespaced',
  spec: {
    type: 'object',
    properties: {
      parentRefs,
      hostnames,
      rules: {
        type: 'array',
        maxItems: 16,
        owned: 'whole',
        rules: [uniqueNames],
        items: {
          type: 'object',
          properties: {
            name: sectionName,
            matches: {
              type: 'array',
              maxItems: 64,
              owned: 'whole',
              items: {
                type: 'object',
                properties: {
                  headers: valueMatches(4_096),
                  method: {
                    type: 'object',
                    properties: {
                      type: { type: 'string', enum: ['Exact', 'RegularExpression'], default: 'Exact' },
                      service: { type: 'string', maxLength: 1_024 },
                      method: { type: 'string', maxLength: 1_024 },
                    },
                    rules: [
                      [
                        'has(self.service) || has(self.method)',
                        'A method match names a service, a method or both',
                      ],
                      [
                        "!(has(self.service) && self.service.contains('/'))",
                        'The name of a service has no slash',
                      ],
                      [
                        "!(has(self.method) && self.method.contains('/'))",
                        'The name of a method has no slash',
                      ],
                    ],
                  },
                },
              },
            },
            filters,
            backendRefs: {
              type: 'array',
              maxItems: 16,
              owned: 'whole',
              items: { ...weightedBackend, properties: { ...weightedBackend.properties, filters } },
            },
          },
        },
      },
    },
  },
  status: routeStatusSchema,
}
