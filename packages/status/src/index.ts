/**
 * The contract of a computed status: what may be read, what is said, and the catalog of kinds; and what every family writes
 * it with: field readers, columns, the schema language.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions`.
 */

// The catalog of kinds
export {
  type Catalog,
  type CatalogPart,
  createCatalog,
  type IndexDefinition,
  type ShapeDefinition,
} from './catalog.ts'
// Time
export { type Clock, clockAt } from './clock.ts'
// What a person sees in a line
export { ageColumn, type Column, conditionColumn, fieldColumn, wideColumn } from './column.ts'
// What an API server is told
export {
  type CrdOptions,
  type CrdVersion,
  type CustomResourceDefinition,
  profileLabel,
  type WebhookClientConfig,
} from './crd.ts'
// How the status of one kind comes about
export {
  type ConditionsOnOther,
  defaultConditionsPath,
  defineStatus,
  type RuleTables,
  type StatusDefinition,
  type Verdict,
} from './definition.ts'
// Looking into what came from outside
export { at, compact, type Fields, fields, flag, list, number, text } from './fields.ts'
// Naming things
export {
  type ClusterName,
  formatRef,
  groupOf,
  type KindRef,
  kindKey,
  managementCluster,
  type ObjectRef,
  refKey,
} from './kind.ts'
export { type KubeObject, type ObjectMetadata, type OwnerReference, refOf } from './object.ts'
// Languages
export { type Profile, profiles } from './profile.ts'
// Could look, or could not
export { found, type Listing, listed, missing, type Reading, unreadable } from './reading.ts'
// The schema language
export type { OpenApi } from './schema/open-api.ts'
export type { ObjectNode, SchemaNode, Typed } from './schema/schema-node.ts'
export { openApiOf } from './schema/write-schema.ts'
// What a definition reads through
export type { Layer, ListKey, ListQuery, ObjectQuery, View, World } from './world.ts'
