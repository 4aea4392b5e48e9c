import { questions } from '../../src/questions.ts'
import { createEventStreamParser, type StreamEvent } from './event-stream.ts'
import { AskError, type Change, type Follower, type Source } from './source.ts'

/** What a live source needs of the browser. */
export interface LiveMeans {
  readonly fetch: typeof fetch
  readonly now: () => number
  /** Resolves after so long, or at once when the signal says so. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly token: { readonly get: () => string | undefined; readonly set: (token: string) => void }
}

// A comment comes every ten seconds; two that are missed are a lost connection.
const silenceMs = 25_000
const firstPauseMs = 500
const longestPauseMs = 15_000

const names: ReadonlySet<string> = new Set(['row', 'touched', 'transition', 'reset'])

/** Answers from the server that the page came from. */
export function createLiveSource(means: LiveMeans): Source {
  return {
    ask: (url) => ask(url, means),
    follow(after, follower) {
      const ending = new AbortController()
      // Whatever goes wrong in there is told to the follower as a lost connection.
      followUntil(after, follower, { ...means, signal: ending.signal }).catch(() =>
        follower.connection({ state: 'stale', since: means.now() }),
      )
      return () => ending.abort()
    },
    goesOn: true,
    now: means.now,
    useToken: means.token.set,
  }
}

function headersOf(
  token: string | undefined,
  further: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return token === undefined ? { ...further } : { ...further, authorization: `Bearer ${token}` }
}

// Relative, so that the page may be served under any path.
const relative = (url: string): string => url.replace(/^\//, '')

async function ask<Answer>(url: string, { fetch, token }: LiveMeans): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(relative(url), { headers: headersOf(token.get()) })
  } catch (cause) {
    throw new AskError('unreachable', 'The server does not answer', { cause })
  }
  if (!response.ok) throw await refusal(response)
  return (await response.json()) as Answer
}

async function refusal(response: Response): Promise<AskError> {
  const body: unknown = await response.json().catch(() => undefined)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const said = typeof error === 'string' ? error : undefined
  switch (response.status) {
    case 401:
      return new AskError('token-wanted', said ?? 'The server wants a token')
    case 403:
      return new AskError('forbidden', said ?? 'The server does not allow this')
    case 404:
      return new AskError('missing', said ?? 'There is no such thing (any more)')
    default:
      return new AskError('failed', said ?? `The server answered ${response.status}`)
  }
}

type Following = LiveMeans & { readonly signal: AbortSignal }

async function followUntil(after: number, follower: Follower, means: Following): Promise<void> {
  let last = after
  let heard = means.now()
  let pause = firstPauseMs
  const told = {
    heard: () => {
      heard = means.now()
      pause = firstPauseMs
      follower.connection({ state: 'live' })
    },
    change: (change: Change) => {
      last = change.id
      follower.change(change)
    },
  }
  while (!means.signal.aborted) {
    const ended = await listen(last, told, means)
    if (means.signal.aborted) return
    if (ended === 'token-wanted') {
      follower.connection({ state: 'token-wanted' })
      return
    }
    follower.connection({ state: 'stale', since: heard })
    await means.wait(pause, means.signal)
    pause = Math.min(pause * 2, longestPauseMs)
  }
}

interface Told {
  readonly heard: () => void
  readonly change: (change: Change) => void
}

/** One connection, until it ends for whatever reason. */
async function listen(after: number, told: Told, means: Following): Promise<'lost' | 'token-wanted'> {
  const connection = new AbortController()
  const end = (): void => connection.abort()
  means.signal.addEventListener('abort', end)
  try {
    const response = await inTime(open(after, means, connection.signal), connection, means)
    if (response.status === 401) return 'token-wanted'
    if (!response.ok || response.body === null) return 'lost'
    told.heard()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const parser = createEventStreamParser()
    while (true) {
      const { done, value } = await inTime(reader.read(), connection, means)
      if (done) return 'lost'
      told.heard()
      for (const change of parser.push(value).map(changeOf)) if (change !== undefined) told.change(change)
    }
  } catch {
    // Lost is lost: why a connection broke helps nobody, that it did is shown.
    return 'lost'
  } finally {
    means.signal.removeEventListener('abort', end)
    connection.abort()
  }
}

const open = (after: number, { fetch, token }: LiveMeans, signal: AbortSignal): Promise<Response> =>
  fetch(relative(questions.changes()), {
    headers: headersOf(token.get(), { accept: 'text/event-stream', 'last-event-id': String(after) }),
    signal,
    cache: 'no-store',
  })

async function inTime<Value>(
  work: Promise<Value>,
  connection: AbortController,
  { wait }: LiveMeans,
): Promise<Value> {
  const spoken = new AbortController()
  const silence = wait(silenceMs, spoken.signal).then(() => {
    if (!spoken.signal.aborted) connection.abort()
  })
  try {
    return await work
  } finally {
    spoken.abort()
    await silence
  }
}

function changeOf({ name, id, text }: StreamEvent): Change | undefined {
  const number = Number(id)
  if (!names.has(name) || id === undefined || !Number.isFinite(number)) return undefined
  return { name, id: number, value: JSON.parse(text) } as Change
}
