import type { Timing } from '@sitrep/controller'
import { parseReports, type ReplicaReports } from './reports.ts'

/** How replicas are asked. */
export interface AskSettings {
  /** What they want to be shown. */
  readonly token?: string
  /** How long one that has nothing new may keep the question. */
  readonly waitMs: number
  /** How much longer than that an answer may take. */
  readonly patienceMs: number
  /** How long an answer may be. */
  readonly mostBytes: number
}

/** The settings that hold unless something else is said. */
export const usualAsking: AskSettings = { waitMs: 5_000, patienceMs: 3_000, mostBytes: 8 * 1024 * 1024 }

/** One replica, asked again and again. */
export interface AskedReplica {
  /** What it said last; `silent` where it does not answer, `unknown` before the first answer. */
  readonly said: () => ReplicaReports | 'silent' | 'unknown'
  readonly stop: () => Promise<void>
}

export interface AskedReplicaOptions {
  /** `http://10.0.0.7:9091`. */
  readonly url: string
  readonly settings: AskSettings
  readonly timing: Timing
  readonly changed: () => void
}

const pauseMs = 1_000

/** Asks a replica for its reports, and again as soon as it has answered: it answers when there is something new. */
export function askReplica({ url, settings, timing, changed }: AskedReplicaOptions): AskedReplica {
  const stopped = new AbortController()
  let said: ReplicaReports | 'silent' | 'unknown' = 'unknown'
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const after = typeof said === 'string' ? undefined : said.revision
      const answer = await askOnce(url, { settings, signal: stopped.signal, after })
      if (stopped.signal.aborted) return
      const news = answer === 'silent' ? said !== 'silent' : answer.revision !== after
      said = answer
      if (news) changed()
      if (answer === 'silent') await timing.sleep(pauseMs, stopped.signal)
    }
  }
  const done = run()
  return {
    said: () => said,
    stop: async () => {
      stopped.abort()
      await done
    },
  }
}

interface Asking {
  readonly settings: AskSettings
  readonly signal: AbortSignal
  readonly after: number | undefined
}

// Why it does not answer makes no difference: nobody can tell what it has.
async function askOnce(url: string, { settings, signal, after }: Asking): Promise<ReplicaReports | 'silent'> {
  const { token, waitMs, patienceMs, mostBytes } = settings
  const query = after === undefined ? '' : `?after=${after}&wait=${waitMs}`
  try {
    const response = await fetch(`${url}/reports${query}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout((after === undefined ? 0 : waitMs) + patienceMs)]),
    })
    const text = await boundedText(response, mostBytes)
    return (response.ok && text !== undefined && parseReports(text)) || 'silent'
  } catch {
    return 'silent'
  }
}

async function boundedText({ body }: Response, mostBytes: number): Promise<string | undefined> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
