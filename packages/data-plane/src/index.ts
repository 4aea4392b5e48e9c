/**
 * A proxy that takes its configuration from Gateway API and tells what it has in force, and the same for proxies of others.
 * Touches the world: sockets and timers.
 */

// The proxy in this process
export { builtInAbilities } from './abilities.ts'
export type { ActiveCheckSettings } from './backends/active-checks.ts'
export { type HealthSettings, usualHealth } from './backends/health.ts'
export { type BuiltInDataPlane, type BuiltInOptions, createBuiltInDataPlane } from './built-in.ts'
// What a data plane is
export type { DataPlane, KeyPair, Materials, Place, Site } from './data-plane.ts'
// Bringing it there
export { dataPlaneEdge } from './edge/data-plane-edge.ts'
export {
  type AssignedPlace,
  type Ground,
  loopbackPlaces,
  type PlaceRequest,
  type Places,
  surveyGround,
} from './edge/places.ts'
export type { ProgrammingOptions, WantedFaults } from './edge/programming.ts'
// HAProxy in place of the proxy of this package
export { haproxyAbilities } from './haproxy/abilities.ts'
export { createHaproxyDataPlane, type HaproxyOptions } from './haproxy/haproxy.ts'
// What becomes of requests
export { formatAccessLine } from './http/access-line.ts'
export type { Ending, FinishedRequest, HttpObserver } from './http/observer.ts'
export { createHttpServing, type HttpServingOptions } from './http/serving.ts'
export type { Arrival, HttpServing, PortConfiguration } from './http/types.ts'
export { type Limits, usualLimits } from './limits.ts'
// Several of them, and who looks after them
export { type AskSettings, usualAsking } from './replicas/ask-replica.ts'
export { type ServiceType, serviceTypes } from './replicas/gateway-service.ts'
export { createReplicaMetrics, type ReplicaMetrics } from './replicas/replica-metrics.ts'
export { type ReplicasEdgeOptions, replicasEdge } from './replicas/replicas-edge.ts'
export type { ReplicaReports } from './replicas/reports.ts'
export {
  type ReplicaServer,
  type ReplicaServerOptions,
  ReportBoard,
  serveReplica,
} from './replicas/serve-replica.ts'
export {
  openServicePlaces,
  type ServicePlaces,
  type ServicePlacesOptions,
} from './replicas/service-places.ts'
export type { Timers } from './timers.ts'
