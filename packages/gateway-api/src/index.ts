/**
 * The status of Gateway API, in the language of its document and in that of its releases, and the routing configuration that
 * follows from the same computation.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// What a data plane can do, and what it reports
export { type Abilities, everyAbility, type RetryAbilities } from './abilities.ts'
// What an API server is told
export { bundleVersion, gatewayApiCrds } from './crds/crds.ts'
export type {
  DataPlaneReport,
  GatewayAddress,
  ReportedListener,
  ReportedReplica,
} from './data-plane/types.ts'
export { asLabel, type InfrastructureMetadata, infrastructureMetadata } from './family/infrastructure.ts'
export { gatewayApiFamily } from './family.ts'
// Its definitions
export { gatewayApi } from './gateway-api.ts'
export { dataPlaneReportKind, ownControllerName, routingConfigurationKind } from './kinds.ts'
// Where conditions stand
export { gatewayLists, parentKey, policyLists, routeLists } from './lists.ts'
// What a data plane is to do
export { covers } from './model/hostnames.ts'
export type { ObjectReference } from './references/types.ts'
export { scriptExpression } from './route/facts/rule-faults.ts'
export type {
  BackendTls,
  RoutingBackend,
  RoutingConfiguration,
  RoutingConfigurationSpec,
  RoutingEntry,
  RoutingFilter,
  RoutingListener,
  RoutingMatch,
  RoutingRule,
  ValueMatch,
  WeightedBackend,
} from './routing/types.ts'
export type { GatewayApiOptions } from './setup.ts'
