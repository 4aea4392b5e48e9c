import { type Fields, number, text } from '@sitrep/status'
import { printTime } from '../../time/longer-than.ts'

interface Remediation {
  readonly machine: string
  readonly time: string
  readonly retryCount: number
}

/** What is known of remediations: the one in progress, else what Machines say they replaced. */
export interface RemediationNotes {
  readonly inProgress: string | undefined
  readonly replaced: readonly string[]
  readonly before: unknown
}

/** What there is to say of remediations. */
export interface LastRemediation {
  readonly lastRemediation: unknown
  /** A note that nobody can read. */
  readonly failed: boolean
}

/** The remediation in progress, or the latest of those that were written down. Nothing new leaves what was said. */
export function lastRemediation({ inProgress, replaced, before }: RemediationNotes): LastRemediation {
  const notes = inProgress === undefined ? replaced : [inProgress]
  const parsed = notes.map(parse)
  if (parsed.some((note) => note === undefined)) return { lastRemediation: before, failed: true }
  const known = parsed.filter((note) => note !== undefined)
  const [latest] = known.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
  return { lastRemediation: latest ?? before, failed: false }
}

function parse(note: string): Remediation | undefined {
  let value: unknown
  try {
    value = JSON.parse(note)
  } catch {
    return undefined
  }
  const { machine, timestamp, retryCount } = (value ?? {}) as Fields
  if (timestamp !== undefined && Number.isNaN(Date.parse(String(timestamp)))) return undefined
  return {
    machine: text(machine) ?? '',
    time: printTime(text(timestamp) ?? ''),
    retryCount: number(retryCount) ?? 0,
  }
}
