import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLiveSource } from './live-source.ts'
import { AskError, type Connection } from './source.ts'

interface Asked {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const stream = (...pieces: readonly string[]): Response =>
  new Response(ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece))))

/** A source whose server gives these responses, one after the other, and whose time passes only by waiting. */
function scripted(responses: readonly (() => Response)[]) {
  const asked: Asked[] = []
  const waits: number[] = []
  let token: string | undefined
  let at = 1000
  const script = [...responses]
  const source = createLiveSource({
    async fetch(url, init) {
      asked.push({ url: String(url), headers: init?.headers as Record<string, string> })
      const next = script.shift()
      if (next === undefined) return new Promise<Response>(() => undefined)
      return next()
    },
    now: () => at,
    // Silence is waited for until somebody speaks; pauses pass at once.
    wait: (ms, signal) =>
      ms > 20_000
        ? new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
        : Promise.resolve().then(() => {
            waits.push(ms)
            at += ms
          }),
    token: {
      get: () => token,
      set: (next) => {
        token = next
      },
    },
  })
  return { source, asked, waits }
}

/** Follows until as many connections were opened as there are responses, and one more. */
async function followed(responses: readonly (() => Response)[]) {
  const { source, asked, waits } = scripted(responses)
  const states: Connection[] = []
  const ids: number[] = []
  const stop = source.follow(7, {
    change: ({ id }) => ids.push(id),
    connection: (state) => states.push(state),
  })
  const enough = (): boolean => asked.length > responses.length || states.at(-1)?.state === 'token-wanted'
  for (let turn = 0; turn < 1000 && !enough(); turn++) await new Promise((resolve) => setImmediate(resolve))
  stop()
  return { asked, waits, states, ids }
}

const event = (id: number): string => `event: touched\nid: ${id}\ndata: {"refs":[]}\n\n`
const lost = (): Response => {
  throw new TypeError('fetch failed')
}

describe('a live source', () => {
  it('resumes after the last change that it was told', async () => {
    const { asked, ids } = await followed([
      () => stream(event(8), event(9)),
      () => stream(': nothing new\n\n'),
      () => stream(event(10)),
    ])
    assert.deepEqual(ids, [8, 9, 10])
    assert.deepEqual(
      asked.map(({ headers }) => headers['last-event-id']),
      ['7', '9', '9', '10'],
    )
  })

  it('tries again after longer and longer pauses, and after short ones once it was answered', async () => {
    const { waits } = await followed([lost, lost, lost, lost, lost, lost, lost, () => stream(event(8)), lost])
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 500, 1000])
  })

  it('says since when nothing was heard, however often it tries', async () => {
    const { states } = await followed([() => stream(event(8)), lost, lost])
    const since = states.flatMap((state) => (state.state === 'stale' ? [state.since] : []))
    assert.deepEqual(since, [1000, 1000, 1000])
  })

  it('stops and asks for a token when the server wants one', async () => {
    const { states, asked } = await followed([() => new Response('{}', { status: 401 }), lost])
    assert.deepEqual(states, [{ state: 'token-wanted' }])
    assert.equal(asked.length, 1)
  })

  it('leaves out what it does not understand', async () => {
    const nameless = 'event: touched\ndata: {"refs":[]}\n\n'
    const { ids } = await followed([() => stream(nameless, 'event: later\nid: 8\ndata: {}\n\n', event(9))])
    assert.deepEqual(ids, [9])
  })
})

type Case = [status: number, body: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const refusals: readonly Case[] = [
  [401, '{"error":"No token"}', 'token-wanted: No token',                       'the server says why'],
  [403, '{"error":"Not you"}',  'forbidden: Not you',                           'a token does not help'],
  [404, '{"error":"Gone"}',     'missing: Gone',                                'an object may be gone'],
  [500, '<h1>Oops</h1>',        'failed: The server answered 500',              'what is no answer is not shown'],
  [503, '{"error":{"a":1}}',    'failed: The server answered 503',              'only text is a sentence'],
]

describe('a refused question', () => {
  for (const [status, body, says, because] of refusals) {
    it(`${status}: ${says}, because ${because}`, async () => {
      const { source } = scripted([() => new Response(body, { status })])
      await assert.rejects(source.ask('/api/v1/fleet'), (error) => {
        assert.ok(error instanceof AskError)
        assert.equal(`${error.code}: ${error.message}`, says)
        return true
      })
    })
  }

  it('that was never answered is unreachable', async () => {
    const { source } = scripted([lost])
    await assert.rejects(source.ask('/api/v1/fleet'), { code: 'unreachable' })
  })

  it('is asked with the token that was given, under the path of the page', async () => {
    const { source, asked } = scripted([() => Response.json({})])
    source.useToken('s3cret')
    await source.ask('/api/v1/fleet')
    assert.deepEqual(asked, [{ url: 'api/v1/fleet', headers: { authorization: 'Bearer s3cret' } }])
  })
})
