/**
 * Runs the engine against a cluster: lists and watches what is asked for, computes, publishes.
 * Touches the world: sockets, files, clock, timers.
 */

// Running
export { type Controller, startController } from './controller.ts'
export type { ControllerEvents } from './controller-events.ts'
export type { ControllerOptions } from './controller-options.ts'
// What families have outside the API
export type { Edge, EdgeSurroundings, RunningEdge } from './edge.ts'
// Work that nobody awaits
export {
  Background,
  type Fault,
  type FaultSubject,
  type KnownFault,
  type OnFault,
  type Task,
} from './faults.ts'
export { type Seat, type SeatTrouble, ShardMember, type ShardOptions } from './lease/shard-member.ts'
export { collectInProportion } from './long-collections.ts'
export type { Contact, ContactChange, ContactState } from './observe/contacts.ts'
export type { Facts, FactTeller } from './observe/facts.ts'
export { ClusterFeed, type ClusterFeedOptions } from './observe/feed/cluster-feed.ts'
export type { Followed } from './observe/feed/followed.ts'
export { type ReadLimits, strangerLimits } from './observe/reflector/limits.ts'
export { type Reflector, startReflector } from './observe/reflector/reflector.ts'
export type { ReadState, Reflected, ReflectorOptions } from './observe/reflector/reflector-options.ts'
// Who wrote what
export { type ConditionWriter, conditionWriters } from './observe/reflector/writers.ts'
export type { UnreadKind } from './observe/unread-kinds.ts'
export { hasBearerToken, loopbackHosts } from './present/bearer-token.ts'
export type { ComparedCondition, ComparedObject } from './present/compared.ts'
export type { ComparedField } from './present/compared-fields.ts'
export {
  type ComparisonOutcome,
  type ComparisonReport,
  type DisagreementCount,
  type NotCompared,
  outcomeOf,
  reportOn,
  type StaleCount,
} from './present/comparison-report.ts'
export {
  type Disagreement,
  Disagreements,
  type DisagreementsOptions,
  type UnreadOwnKind,
} from './present/disagreements.ts'
// What is shown
export type { OpenStream, StreamAsked, StreamListener } from './present/event-streams.ts'
export {
  type History,
  openHistory,
  type Recorded,
  type RecordedCounter,
  type RecordedTransition,
} from './present/history.ts'
export { createMetrics, type Metrics } from './present/metrics.ts'
export type { PageFile } from './present/page-files.ts'
export { clusterLines, type Readiness, readinessOf, type Sight } from './present/readiness.ts'
export { answerBy, jsonAnswer, type ReadAnswer, type Route } from './present/routes.ts'
export { type ServeAnswersOptions, type ServedAnswers, serveAnswers } from './present/serve-answers.ts'
export { type ServedReadApi, serveReadApi } from './present/serve-read-api.ts'
export type { EventWords } from './publish/events/event-object.ts'
export { EventRecorder, type EventRecorderOptions } from './publish/events/event-recorder.ts'
export { type Allowance, TokenBucket } from './publish/events/token-bucket.ts'
export { fieldManager } from './publish/publisher.ts'
// Sharing the work
export type { KeptKeys, Place, Share } from './share/share.ts'
export type { SharePart } from './share/sharing.ts'
export { clockSetByMs, realTiming, type Timing } from './timing.ts'
export { type Transition, transitionsOf } from './transitions.ts'
