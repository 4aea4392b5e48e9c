import type { ExitCode } from '../command.ts'
import { lineText, type Shown } from '../terminal/terminal-text.ts'
import type { Ended } from './follow/follow-all.ts'
import type { Followed } from './follow/followed.ts'
import type { Reporter } from './show/reporter.ts'

export interface EndOptions {
  readonly reporter: Reporter
  /** The command line that goes on with this. */
  readonly resume: string
  /** Lines that tell why something is as it is. */
  readonly explain: (followed: Followed) => Promise<readonly Shown[]>
}

/** Says how a wait ended, and what was still missing where it ended too early; gives the exit code for it. */
export async function tellEnd({ outcomes, open, by }: Ended, options: EndOptions): Promise<ExitCode> {
  const { reporter, resume, explain } = options
  reporter.settle()
  if (by === 'interrupt') {
    reporter.tell({ event: 'interrupted', resume })
    return 3
  }
  for (const followed of open) {
    const explanation = followed.readable ? await explain(followed) : []
    const { subject: object, goal, missing } = followed
    const words = explanation.map((line) => lineText(line, { colour: false }))
    reporter.tell({ event: 'timeout', object, goal, missing, explanation: words })
    reporter.add(explanation)
  }
  if (open.some(({ readable }) => !readable)) return 3
  return open.length === 0 && [...outcomes.values()].every(({ is }) => is !== 'failed') ? 0 : 1
}
