/**
 * One word and one sentence about any Kubernetes object, with its evidence.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions`.
 */

// Judging
export { type JudgeOptions, judge } from './judge.ts'
// Knowledge about kinds
export {
  type Count,
  type FieldTest,
  type KindKnowledge,
  type Registry,
  type Role,
  roles,
} from './kinds/knowledge.ts'
export { knownKinds } from './kinds/known-kinds.ts'
// What comes out
export {
  type Evidence,
  type Meaning,
  meanings,
  type Polarity,
  type PolarityOrigin,
  polarities,
  polarityOrigins,
  type Verdict,
  type Word,
  words,
} from './verdict.ts'
