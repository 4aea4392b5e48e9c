/**
 * The contract of a computed status: what may be read, what is said, and the catalog of kinds; and what every family writes
 * it with: field readers, columns, the schema language.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions`.
 */

// Where a condition stands
export {
  type Address,
  everyEntry,
  formatAddress,
  formatEntry,
  inEveryEntry,
  parseAddress,
  parseEntry,
} from './address.ts'
// The catalog of kinds
export {
  type Catalog,
  type CatalogPart,
  createCatalog,
  definitionOf,
  type IndexDefinition,
  layoutOf,
  type NarrowIndex,
  namedKinds,
  type ShapeDefinition,
  withGiven,
} from './catalog.ts'
// Time
export { type Clock, clockAt } from './clock.ts'
// What a person sees in a line
export {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  joinedColumn,
  severalText,
  summedColumn,
  wideColumn,
} from './column.ts'
// Lists of conditions
export {
  type AddressedCondition,
  addressedConditions,
  answeredBy,
  type ConditionList,
  conditionAt,
  conditionsAt,
  type DeclaredEntry,
  type EntryKeys,
  type EntryOwner,
  listName,
  mainList,
  mainListOnly,
  meantAddresses,
  type StandingList,
  standingLists,
} from './condition-list.ts'
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
  type Abstention,
  abstain,
  type ComparedConditions,
  type Computed,
  type ConditionsOnOther,
  defineStatus,
  type RuleTables,
  type StatusDefinition,
} from './definition.ts'
// All that is known of an ecosystem
export type { Conversion, ConversionOptions, Converted, ReviewOptions } from './family/conversion.ts'
export {
  type AdviceRow,
  type AdviceTable,
  type CounterField,
  type Family,
  type FamilyKind,
  type FamilyOptions,
  type FamilyParts,
  type ForeignRights,
  familyKinds,
  listsOf,
  type ReadPlan,
} from './family/family.ts'
export type {
  Counts,
  FollowedFacts,
  FollowedKubeconfig,
  FollowedObjects,
  FollowedParts,
  Following,
  Found,
  KubeconfigState,
  PhaseRule,
  Trouble,
} from './family/following.ts'
export {
  type Count,
  type FieldTest,
  type KindKnowledge,
  type Role,
  roles,
  type Sense,
  senses,
} from './family/kind-knowledge.ts'
export type { KnownWriter } from './family/known-writer.ts'
export { type HoldRow, isWanted, type Lead, type LeadWay } from './family/lead.ts'
export { type FactKind, factRef, type Reach } from './family/reach.ts'
export type { Relation, Reports, Way } from './family/relation.ts'
export type { Setting, SettingValue, SettingValues } from './family/setting.ts'
export type { StaleField } from './family/stale-field.ts'
// Looking into what came from outside
export { at, compact, type Fields, fieldOf, fields, flag, isFields, list, number, text } from './fields.ts'
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
// Comparing values
export {
  hasLabels,
  type LabelSelector,
  parseSelector,
  type SelectorExpression,
  selects,
} from './label-selector.ts'
export { isFollowed, type NarrowKind, narrowName } from './narrow-kind.ts'
export { type KubeObject, type ObjectMetadata, type OwnerReference, refOf } from './object.ts'
// Languages
export { type Profile, profiles } from './profile.ts'
// Could look, or could not
export { found, type Listing, listed, missing, type Reading, unreadable } from './reading.ts'
// What objects refer to
export { parseReference, type Reference, valuesAt } from './references.ts'
export { same } from './same.ts'
// The schema language
export type { OpenApi } from './schema/open-api.ts'
export type { ObjectNode, SchemaNode, Typed } from './schema/schema-node.ts'
export { openApiOf, type UnknownFields } from './schema/write-schema.ts'
// Versions of what runs
export {
  compareNumbers,
  comparePrecedence,
  compareVersions,
  formatVersion,
  type ParsedVersion,
  parseExactVersion,
  parseVersion,
  type Version,
  type VersionOrder,
} from './semver.ts'
// Kinds found at run time
export {
  crdKind,
  type DescribedKinds,
  type FieldOutline,
  formatChoice,
  isChosen,
  isDescribed,
  type KindChoice,
  leanCrd,
  type ServedKind,
  servedKindOf,
} from './served-kind.ts'
export { type SoundMetadata, soundMetadata } from './sound-metadata.ts'
// What a definition reads through
export type { Layer, ListKey, ListQuery, ObjectQuery, View, World } from './world.ts'
