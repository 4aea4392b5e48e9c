import type { KubeObject } from '@sitrep/status'
import type { ApiRequest, Connection } from '../../connection/connection.ts'
import { ControllerError, errorOfAnswer } from '../../errors.ts'
import type { Placing } from '../../share/share.ts'
import { manualTiming } from '../../timing.testing.ts'
import type { KnownNames } from './known-names.ts'
import type { ReadLimits } from './limits.ts'
import { startReflector } from './reflector.ts'
import type { ReadState, Reflected } from './reflector-options.ts'

export const resource = {
  group: 'g',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
  names: [],
}

export const thing = (name: string, resourceVersion: string, annotations?: Record<string, string>) => ({
  apiVersion: 'g/v1',
  kind: 'Thing',
  metadata: { name, namespace: 'x', resourceVersion, ...(annotations && { annotations }) },
})

export const event = (type: string, object: unknown): Buffer =>
  Buffer.from(`${JSON.stringify({ type, object })}\n`)

/** As servers write it that lay out what they send for people. */
export const laidOut = (type: string, object: unknown): Buffer =>
  Buffer.from(`${JSON.stringify({ type, object }, null, 1)}\n`)

export const bookmark = (resourceVersion: string): Buffer => event('BOOKMARK', thing('', resourceVersion))

/** The bookmark after which the present state is complete. */
export const presentUntil = (resourceVersion: string): Buffer =>
  event('BOOKMARK', thing('', resourceVersion, { 'k8s.io/initial-events-end': 'true' }))

export const list = (names: readonly string[], resourceVersion: string, token?: string) => ({
  items: names.map((name) => thing(name, resourceVersion)),
  metadata: { resourceVersion, ...(token !== undefined && { continue: token }) },
})

/** What an API server answers to what it does not offer, has forgotten, or does not allow. */
export const answered = (httpStatus: number, retryAfterMs?: number): ControllerError =>
  errorOfAnswer(httpStatus, 'GET', { body: '{}', retryAfterMs })

const broken = (): ControllerError =>
  new ControllerError('not-reachable', 'the connection broke', { retry: 'with-backoff' })

/** What a watch says until the signal says that nobody listens any more. */
export type Stream = (signal: AbortSignal) => AsyncIterable<Buffer>

/** Answers in their order. What there is no answer for stays open; a present state that is not scripted is refused. */
export interface Script {
  readonly lists?: (unknown | ControllerError)[]
  readonly watches?: (Stream | ControllerError)[]
  readonly present?: (Stream | ControllerError)[]
  readonly known?: KnownNames
  readonly limits?: ReadLimits
  readonly fieldSelector?: string
  /** Whether an object is kept; left out: all of them. */
  readonly keeps?: (object: KubeObject) => boolean
  /** Waited for with so much told; left out: there is always room. */
  readonly room?: (told: number) => Promise<void>
  /** What happens halfway: from then on others may be kept, and everything is read anew. */
  readonly halfway?: () => void
}

/** A server that answers from a script, and what it was asked. */
function scripted({ lists = [], watches = [], present }: Script) {
  const asked: string[] = []
  const streamOf = (request: ApiRequest): AsyncIterable<Buffer> => {
    const signal = request.signal ?? new AbortController().signal
    const query = new URLSearchParams(request.path.split('?')[1])
    if (query.get('watch') === null) {
      asked.push(`list ${query}`)
      const answer = lists.shift() ?? list([], '1')
      if (answer instanceof ControllerError) throw answer
      if (typeof answer === 'function') return (answer as Stream)(signal)
      return ending(Buffer.from(JSON.stringify(answer)))
    }
    const fromPresent = query.get('sendInitialEvents') === 'true'
    asked.push(fromPresent ? 'present' : `watch ${query.get('resourceVersion')}`)
    const next = fromPresent ? (present === undefined ? answered(422) : present.shift()) : watches.shift()
    if (next instanceof ControllerError) throw next
    return (next ?? staying())(signal)
  }
  const connection: Connection = {
    server: 'scripted',
    request: () => Promise.reject(answered(404)),
    stream: async (request) => {
      const closed = new AbortController()
      request.signal?.addEventListener('abort', () => closed.abort())
      return { chunks: streamOf({ ...request, signal: closed.signal }), close: () => closed.abort() }
    },
    close: () => {},
  }
  return { asked, connection }
}

export async function* ending(...buffers: Buffer[]): AsyncGenerator<Buffer> {
  yield* buffers
}

export async function* breaking(...buffers: Buffer[]): AsyncGenerator<Buffer> {
  yield* buffers
  throw broken()
}

/** Comes, then nothing more until it is closed, and then it breaks off. */
export const staying = (...buffers: Buffer[]): Stream =>
  async function* (signal) {
    yield* buffers
    if (!signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    throw broken()
  }

/** Follows a scripted server for a while: what was asked of it, what was told, and when it could be read. */
export async function reflect(script: Script, milliseconds = 5_000) {
  const { asked, connection } = scripted(script)
  const timing = manualTiming(0)
  const changes: Reflected[] = []
  const states: ReadState[] = []
  const left: string[] = []
  const placing: Placing = { key: 'ours', objects: 0 }
  const reflector = startReflector({
    connection,
    resource,
    timing,
    onChanges: (batch) => changes.push(...batch),
    onState: (state) => states.push(state),
    room: async () => script.room?.(changes.length),
    ...(script.known && { known: script.known }),
    ...(script.limits && { limits: script.limits }),
    ...(script.fieldSelector && { scope: { fieldSelector: script.fieldSelector } }),
    ...(script.keeps && {
      sift: {
        placeOf: (object) => (script.keeps?.(object) ? placing : undefined),
        onLeft: ({ name }) => left.push(name),
      },
    }),
  })
  await timing.advance(milliseconds / 2, 100)
  if (script.halfway !== undefined) {
    script.halfway()
    await reflector.readAnew(new AbortController().signal)
  }
  await timing.advance(milliseconds / 2, 100)
  await reflector.stop()
  const told = changes.map((change) =>
    'object' in change ? `+${change.object.metadata.name}` : `-${change.gone.name}`,
  )
  return {
    asked: asked.filter((question) => question !== 'present' || script.present),
    told,
    left,
    kept: placing.objects,
    changes,
    read: states.map(({ read }) => read),
  }
}
