/**
 * Keeps all statuses of a world current, incrementally.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// What goes in and what comes out
export type {
  Cause,
  ClusterUntold,
  KindRead,
  ObjectAwaited,
  ObjectChange,
  ObjectGone,
  ObjectMoved,
  Problem,
  StatusChange,
  Wanted,
  WorldChange,
} from './change.ts'
// The engine
export { createEngine, type Engine, type EngineOptions, type Ownership } from './engine.ts'
// Why it is so
export type { ExplainedInput, Explanation } from './explain.ts'
// A world from files
export { bundleKind, clusterAnnotation, clusterOf, factGroup, fileChanges, type Looked } from './files.ts'
// Many objects in little room
export { Forms, isSheet, objectOn, type Sheet } from './forms.ts'
export type { LookedAt, OnLook } from './leads.ts'
export type { MemberKey, MemberQuery } from './members.ts'
export type { RecordedRead } from './pass-world.ts'
export type { KindReading, SurveyedObject } from './survey.ts'
export type { Unseen } from './unseen.ts'
