import type { KindSchema } from '../crds/kind-schema.ts'
import { sectionName, weightedBackend } from '../crds/parts.ts'
import { filterSchema, valueMatches } from '../http-route/filter-schema.ts'
import { hostnames, matchesInAll, parentRefs, routeStatusSchema, uniqueNames } from '../route/schema.ts'

const filters = filterSchema([
  'ResponseHeaderModifier',
  'RequestHeaderModifier',
  'RequestMirror',
  'ExtensionRef',
])

const word = '[A-Za-z_][A-Za-z_0-9]*'

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
        rules: [uniqueNames, matchesInAll],
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
                        `self.type != 'Exact' || !has(self.service) || self.service.matches('^[.]?${word}([.]${word})*$')`,
                        'A service is named by words of letters, digits and underscores, with dots between them',
                      ],
                      [
                        `self.type != 'Exact' || !has(self.method) || self.method.matches('^${word}$')`,
                        'A method is named by a word of letters, digits and underscores',
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
