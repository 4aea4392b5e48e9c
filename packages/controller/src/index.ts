/**
 * Runs the engine against a cluster: lists and watches what is asked for, computes, publishes.
 * Touches the world: sockets, files, clock, timers.
 */

// What is shown
export { type ServedReadApi, serveReadApi } from './api/serve-read-api.ts'
// Running
export {
  type Controller,
  type ControllerEvents,
  type ControllerOptions,
  startController,
} from './controller.ts'
export { type DisagreementCount, Disagreements } from './disagreements/disagreements.ts'
// What no API shows
export { type EtcdMembershipOptions, etcdMembership } from './facts/etcd/etcd-membership.ts'
export type { ConnectedCluster, FactSource } from './facts/fact-source.ts'
export { type FleetOptions, startFleet } from './fleet.ts'
export { type History, openHistory, type Recorded } from './history/history.ts'
export { type Transition, transitionsOf } from './history/transitions.ts'
export { ShardMember, type ShardOptions } from './lease/shard-member.ts'
export { createMetrics, type Metrics } from './metrics/metrics.ts'
export { fieldManager } from './publish/publisher.ts'
export {
  type ReadState,
  type Reflected,
  type Reflector,
  type ReflectorOptions,
  startReflector,
} from './reflector/reflector.ts'
// Who wrote what
export { type ConditionWriter, conditionWriters } from './reflector/writers.ts'
export { defaultRemoteTimes, type RemoteTimes } from './remote/remote-cluster.ts'
export { realTiming, type Timing } from './timing.ts'
