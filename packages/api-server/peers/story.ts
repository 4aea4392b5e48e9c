import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Json, Request } from './exchange.ts'
import { get, post } from './exchange.ts'
import { isPeriodicBookmark, type Stream, type Target } from './target.ts'

/** A conversation with a server whose every answer is recorded. */
export interface Api {
  /** A namespace of the story's own. */
  readonly namespace: string
  /** `/api/v1/namespaces/<namespace>/<rest>`, or of another group: `apps/v1 deployments`. */
  path(rest: string): string
  /** Sends and records. `pick` reduces a large body to what is compared. */
  step(because: string, request: Request, pick?: (body: Json) => Json): Promise<Answer>
  /** Sends without recording, for what only prepares. */
  quietly(request: Request): Promise<Answer>
  /** Asks until the answer pleases, without recording. */
  settled(request: Request, pleased: (answer: Answer) => boolean): Promise<Answer>
  /** Asks again until the answer pleases, then records that one; for what a controller does in its own time. */
  until(because: string, request: Request, pleased: (answer: Answer) => boolean): Promise<Answer>
  /** Records what was seen elsewhere, such as what a server said to a webhook. */
  note(because: string, seen: Json): void
  /** Opens a watch; it is recorded when it is closed. */
  watch(because: string, request: Request): Promise<Watch>
}

export interface Watch {
  /** Waits for so many events since the start, bookmarks in between not counted. */
  arrived(count: number): Promise<readonly Json[]>
  /** Closes and records. Waits a moment first, so that an event too many is seen too. */
  close(): Promise<void>
  /** Waits until the server ends the stream, then records. */
  ended(): Promise<void>
}

export interface Story {
  readonly name: string
  run(api: Api): Promise<void>
}

/** What one step of a story was answered. */
export interface Recorded {
  readonly because: string
  readonly request: string
  readonly answer: Json
}

/** Tells a story to one server and returns what it answered. */
export async function tell(story: Story, target: Target): Promise<readonly Recorded[]> {
  const namespace = `story-${story.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  const recorded: Recorded[] = []
  const creation = post('/api/v1/namespaces', { metadata: { name: namespace } })
  await eventually(target, creation, ({ status }) => status === 201 || status === 409)
  const record = (because: string, request: Request, answer: Json): void => {
    recorded.push({ because, request: `${request.method} ${request.path}`, answer })
  }
  const api: Api = {
    namespace,
    path: (rest) => namespacedPath(namespace, rest),
    quietly: (request) => target.send(request),
    settled: (request, pleased) => eventually(target, request, pleased),
    step: async (because, request, pick = (body) => body) => {
      const answer = await target.send(request)
      record(because, request, { ...answer, body: answer.status < 300 ? pick(answer.body) : answer.body })
      return answer
    },
    until: async (because, request, pleased) => {
      const answer = await eventually(target, request, pleased)
      record(because, request, { ...answer })
      return answer
    },
    note: (because, seen) => record(because, get('/'), seen),
    watch: async (because, request) => {
      const stream = await target.stream(request)
      return recordedWatch(stream, (answer) => record(because, request, answer))
    },
  }
  try {
    await story.run(api)
  } catch (error) {
    record('the story ended early', get('/'), String(error))
  }
  return recorded
}

function namespacedPath(namespace: string, rest: string): string {
  const [version, resource] = rest.includes(' ') ? rest.split(' ') : ['v1', rest]
  const root = version === 'v1' ? '/api/v1' : `/apis/${version}`
  return `${root}/namespaces/${namespace}/${resource}`
}

async function eventually(
  target: Target,
  request: Request,
  pleased: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = Date.now() + 20_000
  let answer = await target.send(request)
  while (!pleased(answer) && Date.now() < deadline) {
    await sleep(50)
    answer = await target.send(request)
  }
  return answer
}

function recordedWatch(stream: Stream, record: (answer: Json) => void): Watch {
  const finish = (): void => {
    const events = stream.events.filter((event) => !isPeriodicBookmark(event))
    const { status, headers, refused = null, ended } = stream
    record({ status, headers, refused, events, ended })
    stream.close()
  }
  return {
    arrived: async (count) => {
      await stream.arrived(count)
      return stream.events
    },
    close: async () => {
      await sleep(150)
      finish()
    },
    ended: async () => {
      await stream.arrived(Number.POSITIVE_INFINITY)
      finish()
    },
  }
}
