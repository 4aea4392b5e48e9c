import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiRequest, Connection } from '../connection/connection.ts'
import { ControllerError } from '../errors.ts'
import { manualTiming } from '../timing.testing.ts'
import { type ReadState, type Reflected, startReflector } from './reflector.ts'

const resource = { group: 'g', version: 'v1', kind: 'Thing', plural: 'things', namespaced: true, names: [] }
const thing = (name: string, resourceVersion: string) => ({
  apiVersion: 'g/v1',
  kind: 'Thing',
  metadata: { name, namespace: 'x', resourceVersion },
})
const event = (type: string, object: unknown): Buffer => Buffer.from(`${JSON.stringify({ type, object })}\n`)
const broken = (): ControllerError =>
  new ControllerError('not-reachable', 'the connection broke', { retry: 'with-backoff' })

type Stream = (request: ApiRequest) => AsyncIterable<Buffer>

/** A server that answers lists and watches from a script; what it has no answer for stays open. */
function scripted(script: { lists: (unknown | ControllerError)[]; watches: (Stream | ControllerError)[] }) {
  const asked: string[] = []
  const connection: Connection = {
    server: 'scripted',
    request: async <Answer>({ path }: ApiRequest): Promise<Answer> => {
      asked.push(`list ${path.split('?')[1]}`)
      const answer = script.lists.shift() ?? { items: [], metadata: { resourceVersion: '1' } }
      if (answer instanceof ControllerError) throw answer
      return answer as Answer
    },
    stream: async (request) => {
      asked.push(`watch ${new URLSearchParams(request.path.split('?')[1]).get('resourceVersion')}`)
      const next = script.watches.shift()
      if (next instanceof ControllerError) throw next
      const closed = new AbortController()
      request.signal?.addEventListener('abort', () => closed.abort())
      return { chunks: next?.(request) ?? silent(closed.signal), close: () => closed.abort() }
    },
    close: () => {},
  }
  return { asked, connection }
}

/** Nothing comes until it is closed, and then it breaks off. */
async function* silent(signal: AbortSignal): AsyncGenerator<Buffer> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  yield* breaking()
}

async function* ending(...buffers: Buffer[]): AsyncGenerator<Buffer> {
  yield* buffers
}

async function* breaking(...buffers: Buffer[]): AsyncGenerator<Buffer> {
  yield* buffers
  throw broken()
}

async function reflect(script: Parameters<typeof scripted>[0], milliseconds = 5_000) {
  const { asked, connection } = scripted(script)
  const timing = manualTiming(0)
  const changes: Reflected[] = []
  const states: ReadState[] = []
  const reflector = startReflector({
    connection,
    resource,
    timing,
    onChanges: (batch) => changes.push(...batch),
    onState: (state) => states.push(state),
  })
  await timing.advance(milliseconds, 100)
  await reflector.stop()
  const told = changes.map((change) =>
    'object' in change ? `+${change.object.metadata.name}` : `-${change.gone.name}`,
  )
  return { asked, told, read: states.map(({ read }) => read) }
}

const list = (names: readonly string[], resourceVersion: string, token?: string) => ({
  items: names.map((name) => thing(name, resourceVersion)),
  metadata: { resourceVersion, ...(token !== undefined && { continue: token }) },
})

describe('A reflector', () => {
  it('reads page by page and watches from where the list was', async () => {
    const { asked, told } = await reflect({
      lists: [list(['a'], '5', 'more'), list(['b'], '5')],
      watches: [],
    })
    assert.deepEqual(told, ['+a', '+b'])
    assert.deepEqual(asked, ['list limit=500', 'list limit=500&continue=more', 'watch 5'])
  })

  it('resumes where it was when a watch ends or breaks, and nobody hears of it', async () => {
    const { asked, told, read } = await reflect({
      lists: [list(['a'], '5')],
      watches: [
        () => breaking(event('MODIFIED', thing('a', '6'))),
        () => ending(event('BOOKMARK', thing('', '9'))),
      ],
    })
    assert.deepEqual(asked, ['list limit=500', 'watch 5', 'watch 6', 'watch 9'])
    assert.deepEqual(told, ['+a', '+a'])
    assert.ok(read.every(Boolean))
  })

  it('puts an event together that arrives in pieces', async () => {
    const whole = event('ADDED', thing('grüße', '6'))
    const { told } = await reflect({
      lists: [list([], '5')],
      watches: [() => ending(whole.subarray(0, 60), whole.subarray(60, 80), whole.subarray(80))],
    })
    assert.deepEqual(told, ['+grüße'])
  })

  it('lists again when the server no longer remembers, and tells what went missing meanwhile', async () => {
    const expired = event('ERROR', { code: 410, message: 'too old resource version' })
    const { asked, told } = await reflect({
      lists: [list(['a', 'b'], '5'), list(['b', 'c'], '80')],
      watches: [() => ending(expired)],
    })
    assert.deepEqual(told, ['+a', '+b', '+b', '+c', '-a'])
    assert.deepEqual(asked, ['list limit=500', 'watch 5', 'list limit=500', 'watch 80'])
  })

  it('says that it cannot look when it cannot, waits, and says when it can again', async () => {
    const forbidden = new ControllerError('forbidden', 'things is forbidden', { retry: 'with-backoff' })
    const { told, read } = await reflect({ lists: [forbidden, forbidden, list(['a'], '5')], watches: [] })
    assert.deepEqual(told, ['+a'])
    assert.deepEqual(read.slice(0, 3), [false, false, true])
  })

  it('asks a server that ends every watch at once less and less', async () => {
    const watches = Array.from({ length: 500 }, () => () => ending())
    const { asked } = await reflect({ lists: [list([], '5')], watches }, 30_000)
    assert.ok(asked.length < 20, `${asked.length} requests in thirty seconds`)
  })

  it('takes a watch for dead on which not even a bookmark comes, and opens another', async () => {
    const { asked, read } = await reflect({ lists: [list([], '5')], watches: [] }, 101_000)
    assert.deepEqual(asked, ['list limit=500', 'watch 5', 'watch 5'])
    assert.ok(read.every(Boolean))
  })
})
