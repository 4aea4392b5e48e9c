import type { ObjectNode, SchemaNode } from '@sitrep/status'
import { backendReference, localReference, port, preciseHostname, upTo, weightedBackend } from './nodes.ts'

/** The name of a header. */
export const headerName: SchemaNode = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  pattern: "^[A-Za-z0-9!#$%&'*+\\-.^_\\x60|~]+$",
}

const named = (maxLength: number, more: ObjectNode['properties'] = {}): SchemaNode => ({
  type: 'array',
  maxItems: 16,
  owned: ['name'],
  items: {
    type: 'object',
    required: ['name', 'value'],
    properties: { ...more, name: headerName, value: { type: 'string', minLength: 1, maxLength } },
  },
})

const headers = named(4_096)

const headerModifier: ObjectNode = {
  type: 'object',
  properties: {
    add: headers,
    set: headers,
    remove: { type: 'array', items: { type: 'string' }, maxItems: 16, owned: 'by value' },
  },
}

const requestMirror: ObjectNode = {
  type: 'object',
  required: ['backendRef'],
  properties: {
    backendRef: backendReference,
    percent: { type: 'integer', format: 'int32', minimum: 0, maximum: 100 },
    fraction: {
      type: 'object',
      required: ['numerator'],
      properties: {
        numerator: { type: 'integer', format: 'int32', minimum: 0 },
        denominator: { type: 'integer', format: 'int32', minimum: 1, default: 100 },
      },
      rules: [['self.numerator <= self.denominator', 'A share cannot be more than the whole']],
    },
  },
  rules: [['!(has(self.percent) && has(self.fraction))', 'Say percent or fraction, not both']],
}

const rewrittenPath: ObjectNode = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: ['ReplaceFullPath', 'ReplacePrefixMatch'] },
    replaceFullPath: { type: 'string', maxLength: 1_024 },
    replacePrefixMatch: { type: 'string', maxLength: 1_024 },
  },
  rules: [
    [
      "(self.type == 'ReplaceFullPath') == has(self.replaceFullPath)",
      'replaceFullPath belongs to the type ReplaceFullPath',
    ],
    [
      "(self.type == 'ReplacePrefixMatch') == has(self.replacePrefixMatch)",
      'replacePrefixMatch belongs to the type ReplacePrefixMatch',
    ],
  ],
}

/** What a request may ask for. */
export const httpMethods: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
]

const values = (items: SchemaNode, maxItems: number): SchemaNode => ({
  type: 'array',
  items,
  maxItems,
  owned: 'by value',
})
const starAlone = (what: string) => ({
  rules: [
    ["!('*' in self) || size(self) == 1", `* stands for every ${what}, so nothing can stand beside it`],
  ] as const,
})

const cors: ObjectNode = {
  type: 'object',
  properties: {
    allowCredentials: { type: 'boolean' },
    allowHeaders: { ...values(headerName, 64), ...starAlone('header') } as SchemaNode,
    allowMethods: {
      ...values({ type: 'string', enum: [...httpMethods, '*'] }, 9),
      ...starAlone('method'),
    } as SchemaNode,
    allowOrigins: {
      ...values(
        {
          type: 'string',
          minLength: 1,
          maxLength: 253,
          pattern:
            '(^\\*$)|(^(http(s)?):\\/\\/(((\\*\\.)?([a-zA-Z0-9\\-]+\\.)*[a-zA-Z0-9-]+|\\*)(:([0-9]{1,5}))?)$)',
        },
        64,
      ),
      ...starAlone('origin'),
    } as SchemaNode,
    exposeHeaders: values(headerName, 64),
    maxAge: { type: 'integer', format: 'int32', minimum: 1, default: 5 },
  },
}

const settings: Readonly<Record<string, ObjectNode>> = {
  RequestHeaderModifier: headerModifier,
  ResponseHeaderModifier: headerModifier,
  RequestMirror: requestMirror,
  RequestRedirect: {
    type: 'object',
    properties: {
      scheme: { type: 'string', enum: ['http', 'https'] },
      hostname: preciseHostname,
      path: rewrittenPath,
      port,
      statusCode: { type: 'integer', enum: [301, 302, 303, 307, 308], default: 302 },
    },
  },
  URLRewrite: { type: 'object', properties: { hostname: preciseHostname, path: rewrittenPath } },
  ExtensionRef: localReference,
  CORS: cors,
}

const fieldNames: Readonly<Record<string, string>> = {
  RequestHeaderModifier: 'requestHeaderModifier',
  ResponseHeaderModifier: 'responseHeaderModifier',
  RequestMirror: 'requestMirror',
  RequestRedirect: 'requestRedirect',
  URLRewrite: 'urlRewrite',
  ExtensionRef: 'extensionRef',
  CORS: 'cors',
}

const fieldOf = (type: string): string => fieldNames[type] ?? type

const once = (type: string): readonly [string, string] => [
  `self.filter(f, f.type == '${type}').size() <= 1`,
  `${type} can stand in a list of filters once`,
]

/** Types of filters that are there once at most. */
const single = ['RequestHeaderModifier', 'ResponseHeaderModifier', 'RequestRedirect', 'URLRewrite', 'CORS']

/** Filters of these types. Each has its settings in a field of its own. */
export function filterSchema(types: readonly string[]): SchemaNode {
  const exclude = [
    "!(self.exists(f, f.type == 'RequestRedirect') && self.exists(f, f.type == 'URLRewrite'))",
    'RequestRedirect and URLRewrite cannot stand in one list of filters',
  ] as const
  return {
    ...upTo(16),
    items: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string', enum: types },
        ...Object.fromEntries(types.map((type) => [fieldOf(type), settings[type] ?? localReference])),
      },
      rules: types.map((type) => [
        `(self.type == '${type}') == has(self.${fieldOf(type)})`,
        `${fieldOf(type)} belongs to the type ${type}`,
      ]),
    },
    rules: [
      ...single.filter((type) => types.includes(type)).map(once),
      ...(types.includes('URLRewrite') ? [exclude] : []),
    ],
  }
}

/** A header or parameter with the value that it must have. */
export const valueMatches = (maxLength: number): SchemaNode =>
  named(maxLength, { type: { type: 'string', enum: ['Exact', 'RegularExpression'], default: 'Exact' } })

/** The backends of a rule, each with filters of its own. */
export const filteredBackends = (filters: SchemaNode): SchemaNode => ({
  ...upTo(16),
  items: { ...weightedBackend, properties: { ...weightedBackend.properties, filters } },
})
