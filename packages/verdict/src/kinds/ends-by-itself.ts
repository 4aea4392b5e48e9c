import { splitWords } from '../lexicon/split-words.ts'

const works: ReadonlySet<string> = new Set(
  `backup build challenge download execution experiment export import job migration operation order plan promotion rebalance request restore run
   scan task test transfer trial upload workflow`.split(/\s+/),
)
// A schedule is no run, and a template or a set of them is none either: their names begin or end otherwise.
const repeated: ReadonlySet<string> = new Set(['cron', 'scheduled', 'recurring', 'periodic', 'scaled'])

/** Whether the name of a kind says that it does one work and then ends: `PipelineRun` does, `CronJob` does not. */
export function endsByItself(kind: string): boolean {
  const words = splitWords(kind)
  return works.has(words.at(-1) ?? '') && !repeated.has(words[0] ?? '')
}
