import type { Column, ObjectNode, SchemaNode } from '@sitrep/status'
import {
  controllerName,
  entryConditions,
  hostname,
  type KindSchema,
  parentReference,
  sectionName,
  upTo,
  weightedBackend,
} from '../crds/nodes.ts'
import type { RouteKindName } from '../kinds.ts'

// Two references to one parent must differ in what they select: without a section and port one would already have all of it.
const sameParent =
  "p1.group == p2.group && p1.kind == p2.kind && p1.name == p2.name && (has(p1.__namespace__) ? p1.__namespace__ : '') == (has(p2.__namespace__) ? p2.__namespace__ : '')"
const sameSection =
  "(has(p1.sectionName) ? p1.sectionName : '') == (has(p2.sectionName) ? p2.sectionName : '')"
const parentSaysMore = "has(p1.sectionName) && p1.sectionName != ''"

/** The parents of a route. */
export const parentRefs: SchemaNode = {
  ...upTo(32),
  items: parentReference,
  rules: [
    [
      `self.all(p1, self.exists_one(p2, ${sameParent} && ${sameSection}))`,
      'Every reference to a parent must be there once: give each its own sectionName',
    ],
    [
      `self.all(p1, self.all(p2, !(${sameParent}) || (${parentSaysMore}) == (has(p2.sectionName) && p2.sectionName != '')))`,
      'Where several references lead to one parent, each of them needs a sectionName',
    ],
  ],
}

/** The hostnames of a route that may go without. */
export const hostnames: SchemaNode = { type: 'array', items: hostname, maxItems: 16, owned: 'whole' }

/** Names of rules, each there once. */
export const uniqueNames: readonly [string, string] = [
  'self.all(r1, !has(r1.name) || self.exists_one(r2, has(r2.name) && r1.name == r2.name))',
  'Rule name must be unique within the route',
]

/** Matches of all rules of a route together. */
export const matchesInAll: readonly [string, string] = [
  'self.map(r, has(r.matches) ? size(r.matches) : 0).sum() <= 128',
  'All rules of a route together have up to 128 matches',
]

// The status of every route: one entry for every parent and controller.
const routeStatusSchema: ObjectNode = {
  type: 'object',
  required: ['parents'],
  properties: {
    parents: {
      ...upTo(32),
      items: {
        type: 'object',
        required: ['conditions', 'controllerName', 'parentRef'],
        properties: { parentRef: parentReference, controllerName, conditions: entryConditions },
      },
    },
  },
}

// The backends of a rule that must have some.
const connectionRules: SchemaNode = {
  ...upTo(1, 1),
  items: {
    type: 'object',
    required: ['backendRefs'],
    properties: {
      name: sectionName,
      backendRefs: { type: 'array', items: weightedBackend, minItems: 1, maxItems: 16, owned: 'whole' },
    },
  },
}

/** What an API server is told of a kind of route. */
export const routeSchema = (
  kind: RouteKindName,
  spec: Omit<ObjectNode, 'type'>,
  more: Pick<KindSchema, 'columns' | 'alsoServed'>,
): KindSchema => ({
  kind,
  plural: `${kind.toLowerCase()}s`,
  scope: 'Namespaced',
  spec: { type: 'object', ...spec },
  status: routeStatusSchema,
  ...more,
})

/** What it is told of a kind for whole connections, with what else its spec must have. */
export const connectionSchema = (
  kind: RouteKindName,
  columns: readonly Column[],
  more: ObjectNode['properties'] = {},
): KindSchema =>
  routeSchema(
    kind,
    {
      required: [...Object.keys(more), 'rules'],
      properties: { ...more, parentRefs, rules: connectionRules },
    },
    { columns },
  )
