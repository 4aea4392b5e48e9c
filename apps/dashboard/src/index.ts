/**
 * The web page of Sitrep, built, and the contract between it and whoever answers it.
 * The files of the page are read from disk; nothing else here touches the world.
 */

// What is asked, and what is answered
export type {
  ChangeEvents,
  ConditionRow,
  Counter,
  CounterCourse,
  FleetAnswer,
  FleetRow,
  Lane,
  LaneSpan,
  ObjectAnswer,
  RefusedAnswer,
  RuleRow,
  RulesAnswer,
  RuleTable,
  TimelineAnswer,
  Transition,
  TransitionsAnswer,
  TreeEntry,
  Weight,
  WhyAnswer,
  WhyStep,
} from './answers.ts'
export { questions } from './questions.ts'
// What is served
export { type PageFile, readPage } from './read-page.ts'
