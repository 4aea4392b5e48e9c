import { splitWords } from '../lexicon/split-words.ts'

const works: ReadonlySet<string> = new Set(
  `backup build challenge download execution experiment export import job migration operation order plan promotion rebalance request restore run
   scan task test transfer trial upload workflow`.split(/\s+/),
)
// What scales works, or repeats them, does not end with one of them.
const repeated: ReadonlySet<string> = new Set(['scaled'])
const schedules: ReadonlySet<string> = new Set([
  'cron',
  'schedule',
  'scheduled',
  'recurring',
  'periodic',
  'repeating',
])

/** Whether the name of a kind says that it does one work and then ends: `PipelineRun` does, `CronJob` does not. */
export function endsByItself(kind: string): boolean {
  const words = splitWords(kind)
  return works.has(words.at(-1) ?? '') && !repeated.has(words[0] ?? '') && !isSchedule(kind)
}

/** Whether the name of a kind says that it starts works at their time and rests between them: `BackupSchedule`, `CronJob`. */
export const isSchedule = (kind: string): boolean => splitWords(kind).some((word) => schedules.has(word))

/** Whether the name of a kind says that it only holds settings, or that somebody uses something: to be there is all it does. */
export const isConfiguration = (kind: string): boolean => /[a-z\d](Configs?|Usage)$/.test(kind)
