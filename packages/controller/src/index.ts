/**
 * Runs the engine against a cluster: lists and watches what is asked for, computes, publishes.
 * Touches the world: sockets, files, clock, timers.
 */

// What is shown
export { type ServedReadApi, serveReadApi } from './api/serve-read-api.ts'
// Running
export { type Controller, type ControllerOptions, startController } from './controller.ts'
export type { ControllerEvents } from './controller-events.ts'
export { type DisagreementCount, Disagreements } from './disagreements/disagreements.ts'
// What families have outside the API
export type { Edge, EdgeSurroundings, RunningEdge } from './edge.ts'
export type { EventWords } from './events/event-object.ts'
export { EventRecorder, type EventRecorderOptions } from './events/event-recorder.ts'
export { type Allowance, TokenBucket } from './events/token-bucket.ts'
export type { Facts, FactTeller } from './facts/facts.ts'
export { ClusterFeed, type ClusterFeedOptions, type Followed } from './feed/cluster-feed.ts'
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
export { realTiming, type Timing } from './timing.ts'
