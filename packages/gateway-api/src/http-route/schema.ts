import type { ObjectNode, SchemaNode } from '@sitrep/status'
import { filteredBackends, filterSchema, httpMethods, valueMatches } from '../crds/filters.ts'
import { type KindSchema, sectionName, upTo } from '../crds/nodes.ts'
import { hostnameColumns } from '../route/columns.ts'
import { hostnames, matchesInAll, parentRefs, routeSchema, uniqueNames } from '../route/schema.ts'

const filters = filterSchema([
  'RequestHeaderModifier',
  'ResponseHeaderModifier',
  'RequestMirror',
  'RequestRedirect',
  'URLRewrite',
  'ExtensionRef',
  'CORS',
])

const duration: SchemaNode = { type: 'string', pattern: '^([0-9]{1,5}(h|m|s|ms)){1,4}$' }
const everything = { type: 'PathPrefix', value: '/' }
const plain = "!(self.type in ['Exact', 'PathPrefix'])"

const path: ObjectNode = {
  type: 'object',
  default: everything,
  properties: {
    type: { type: 'string', enum: ['Exact', 'PathPrefix', 'RegularExpression'], default: 'PathPrefix' },
    value: { type: 'string', maxLength: 1_024, default: '/' },
  },
  rules: [
    [`${plain} || self.value.startsWith('/')`, 'A path begins with /'],
    [
      `${plain} || !self.value.matches('//|/[.]/|/[.][.]/|%2[fF]|#')`,
      'A path has no empty part, no . or .. as a part, no encoded slash and no #',
    ],
    [
      `${plain} || self.value.matches("^([-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F][0-9a-fA-F])+$")`,
      'A path has only characters that a path can have; others are encoded',
    ],
    [`${plain} || !self.value.matches('/[.]$|/[.][.]$')`, 'A path does not end in a part that is . or ..'],
  ],
}

const matches: SchemaNode = {
  ...upTo(64),
  default: [{ path: everything }],
  items: {
    type: 'object',
    properties: {
      path,
      headers: valueMatches(4_096),
      queryParams: valueMatches(1_024),
      method: { type: 'string', enum: httpMethods },
    },
  },
}

const retry: ObjectNode = {
  type: 'object',
  properties: {
    attempts: { type: 'integer', minimum: 0, default: 1 },
    backoff: duration,
    codes: { type: 'array', items: { type: 'integer', minimum: 400, maximum: 599 }, owned: 'by value' },
  },
}

const replaces = (field: string): string =>
  `has(f.${field}) && has(f.${field}.path) && f.${field}.path.type == 'ReplacePrefixMatch'`
const onePrefix =
  "has(self.matches) && size(self.matches) == 1 && has(self.matches[0].path) && self.matches[0].path.type == 'PathPrefix'"
// Upstream looks at the filters of backends only where exactly one backend has such a filter, and so do we.
const prefixRules = ['requestRedirect', 'urlRewrite'].flatMap((field) =>
  [
    `has(self.filters) && self.filters.exists(f, ${replaces(field)})`,
    `has(self.backendRefs) && self.backendRefs.exists_one(b, has(b.filters) && b.filters.exists(f, ${replaces(field)}))`,
  ].map(
    (replacing) =>
      [
        `!(${replacing}) || ${onePrefix}`,
        'A prefix can be replaced where there is exactly one match, of type PathPrefix',
      ] as const,
  ),
)

const rule: ObjectNode = {
  type: 'object',
  properties: {
    name: sectionName,
    matches,
    filters,
    backendRefs: filteredBackends(filters),
    timeouts: {
      type: 'object',
      properties: { request: duration, backendRequest: duration },
      rules: [
        [
          "!(has(self.request) && has(self.backendRequest)) || duration(self.request) == duration('0s') || duration(self.backendRequest) <= duration(self.request)",
          'backendRequest cannot be longer than request',
        ],
      ],
    },
    retry,
  },
  rules: [
    [
      "!(has(self.backendRefs) && size(self.backendRefs) > 0) || !has(self.filters) || !self.filters.exists(f, f.type == 'RequestRedirect')",
      'A rule that redirects asks no backend',
    ],
    ...prefixRules,
  ],
}

export const httpRouteSchema: KindSchema = routeSchema(
  'HTTPRoute',
  {
    properties: {
      parentRefs,
      hostnames,
      rules: {
        ...upTo(16, 1),
        items: rule,
        default: [{ matches: [{ path: everything }] }],
        rules: [uniqueNames, matchesInAll],
      },
    },
  },
  { alsoServed: ['v1beta1'], columns: hostnameColumns },
)
