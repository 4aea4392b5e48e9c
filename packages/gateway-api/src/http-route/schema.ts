import type { ObjectNode, SchemaNode } from '@sitrep/status'
import type { KindSchema } from '../crds/kind-schema.ts'
import { sectionName, weightedBackend } from '../crds/parts.ts'
import { hostnames, parentRefs, routeStatusSchema, uniqueNames } from '../route/schema.ts'
import { filterSchema, httpMethods, valueMatches } from './filter-schema.ts'

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
    [`${plain} || !self.value.matches('/[.]$|/[.][.]$')`, 'A path does not end in a part that is . or ..'],
  ],
}

const matches: SchemaNode = {
  type: 'array',
  maxItems: 64,
  owned: 'whole',
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

const replacesPrefix = ['requestRedirect', 'urlRewrite']
  .map((field) => `has(f.${field}) && has(f.${field}.path) && f.${field}.path.type == 'ReplacePrefixMatch'`)
  .join(' || ')
const onePrefix =
  "size(self.matches) == 1 && has(self.matches[0].path) && self.matches[0].path.type == 'PathPrefix'"

const rule: ObjectNode = {
  type: 'object',
  properties: {
    name: sectionName,
    matches,
    filters,
    backendRefs: {
      type: 'array',
      maxItems: 16,
      owned: 'whole',
      items: { ...weightedBackend, properties: { ...weightedBackend.properties, filters } },
    },
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
    [
      `!has(self.filters) || !self.filters.exists(f, ${replacesPrefix}) || has(self.matches) && ${onePrefix}`,
      'A prefix can be replaced where there is exactly one match, of type PathPrefix',
    ],
  ],
}

export const httpRouteSchema: KindSchema = {
  kind: 'HTTPRoute',
  plural: 'httproutes',
  scope: 'Namespaced',
  spec: {
    type: 'object',
    properties: {
      parentRefs,
      hostnames,
      rules: {
        type: 'array',
        minItems: 1,
        maxItems: 16,
        owned: 'whole',
        items: rule,
        default: [{ matches: [{ path: everything }] }],
        rules: [uniqueNames],
      },
    },
  },
  status: routeStatusSchema,
}
