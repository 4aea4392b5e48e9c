/**
 * The status of Cluster API resources, in the language of its proposal and in that of its releases.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// The definitions
export { clusterApi } from './catalog.ts'
// For whoever reaches workload clusters
export { failureThreshold, reach } from './connection/probe.ts'
// Between API stages
export {
  type ConversionHandler,
  type ConversionHandlerOptions,
  type ConversionResponse,
  type ConversionReview,
  createConversionHandler,
} from './conversion/conversion-review.ts'
export { type ConversionOptions, convert } from './conversion/convert.ts'
export { ConversionError, type ConversionErrorCode } from './conversion/errors.ts'
export { isStage, type Stage, stages } from './conversion/stage.ts'
// What an API server is told
export { crds } from './crds/crds.ts'
// For families that stand on this one
export type { NamedParts } from './crds/named.ts'
export { namedSchemas } from './crds/named-schemas.ts'
// All that is known of it
export { clusterApiFamily } from './family.ts'
export {
  clusterKind,
  configMapKind,
  daemonSetKind,
  etcdMembershipKind,
  kubeadmControlPlaneKind,
  labels,
  machineDeploymentKind,
  machineKind,
  secretKind,
  secretType,
} from './kinds.ts'
export { isControlPlaneMachine } from './machines-of/facts.ts'
export { compareConditions, compareSeverityConditions } from './model/condition-order.ts'
export { conditionList } from './model/conditions.ts'
export type { ClusterApiOptions } from './options.ts'
