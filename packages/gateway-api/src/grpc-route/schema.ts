import { filteredBackends, filterSchema, valueMatches } from '../crds/filters.ts'
import { type KindSchema, sectionName, upTo } from '../crds/nodes.ts'
import { hostnameColumns } from '../route/columns.ts'
import { hostnames, matchesInAll, parentRefs, routeSchema, uniqueNames } from '../route/schema.ts'

const filters = filterSchema([
  'ResponseHeaderModifier',
  'RequestHeaderModifier',
  'RequestMirror',
  'ExtensionRef',
])

const word = '[A-Za-z_][A-Za-z_0-9]*'

export const grpcRouteSchema: KindSchema = routeSchema(
  'GRPCRoute',
  {
    properties: {
      parentRefs,
      hostnames,
      rules: {
        ...upTo(16),
        rules: [uniqueNames, matchesInAll],
        items: {
          type: 'object',
          properties: {
            name: sectionName,
            matches: {
              ...upTo(64),
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
            backendRefs: filteredBackends(filters),
          },
        },
      },
    },
  },
  { columns: hostnameColumns },
)
