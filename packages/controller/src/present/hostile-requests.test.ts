import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createEngine } from '@sitrep/engine'
import { family } from '@sitrep/engine/testing'
import type { Fault } from '../faults.ts'
import { Disagreements } from './disagreements.ts'
import { openHistory } from './history.ts'
import { createMetrics } from './metrics.ts'
import { type ServedReadApi, serveReadApi } from './serve-read-api.ts'

type Case = [name: string, request: string, status: number, because: string]

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['two slashes',             get('//'),                                                                 404, 'that is no URL, and nothing is served there'],
  ['a port that is none',     get('http://a:99999999/'),                                                 404, 'nothing is served there'],
  ['a broken escape',         get('/api/v1/objects?kind=%zz&name=%'),                                    200, 'there are no such objects'],
  ['escapes of no text',      get('/api/v1/explain?kind=%ff%fe&name=%00&type=%c3%28'),                   404, 'there is no such object'],
  ['a time that is none',     get('/api/v1/history?kind=a&name=b&since=-99999999999999'),                400, 'nothing was so long ago'],
  ['a name of the language',  get('/__proto__'),                                                         404, 'nothing is served there'],
  ['a star',                  'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404, 'nothing is served there'],
  ['a very long address',     get(`/${'a'.repeat(100_000)}`),                                            431, 'no question is that long'],
  ['no HTTP at all',          '\u0000\u0001\u0002\r\n\r\n',                                         400, 'it is no question'],
  ['a header of no sense',    'GET / HTTP/1.1\r\nHost: localhost\r\nfoo bar\r\n\r\n',               400, 'it is no question'],
]

describe('The read-only API, asked by somebody hostile', () => {
  const faults: Fault[] = []
  const history = openHistory()
  let api: ServedReadApi
  before(async () => {
    const engine = createEngine(family)
    api = await serveReadApi({
      engine,
      history,
      metrics: createMetrics(engine),
      disagreements: new Disagreements(),
      now: () => 0,
      sight: () => {
        throw new TypeError('blind')
      },
      port: 0,
      onFault: (fault) => faults.push(fault),
    })
  })
  after(async () => {
    await api.close()
    history.close()
  })

  const opened = async (text: string): Promise<Socket> => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  const answered = async (text: string): Promise<string> => {
    const socket = await opened(text)
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk
    })
    await new Promise((resolve) => socket.once('close', resolve))
    return answer
  }

  for (const [name, request, status, because] of cases) {
    it(`${name}: ${status}, because ${because}`, async () => {
      // Who is cut off in the middle of a question may not get to read what it is told.
      const cut = status === 431 ? '|$' : ''
      assert.match(await answered(request), new RegExp(`^(HTTP/1.1 ${status} ${cut})`))
      assert.match(await answered(get('/healthz')), /^HTTP\/1.1 200 /)
    })
  }

  it('answers what fails by a mistake with one line, tells it, and goes on', async () => {
    const answer = await answered(get('/api/v1/sight'))
    assert.match(answer, /^HTTP\/1.1 500 /)
    assert.doesNotMatch(answer, /blind|TypeError/)
    assert.deepEqual(
      faults.map(({ about, name }) => [about, name]),
      [['request', 'GET /api/v1/sight']],
    )
    assert.match(await answered(get('/healthz')), /^HTTP\/1.1 200 /)
  })

  it('lets no more listen than it can serve', async () => {
    const listen = 'GET /api/v1/changes HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const sockets: Socket[] = []
    for (let count = 0; count < 200; count++) {
      const socket = await opened(listen)
      await once(socket, 'data')
      sockets.push(socket)
    }
    assert.match(await answered(get('/api/v1/changes')), /^HTTP\/1.1 503 /)
    for (const socket of sockets) socket.destroy()
  })
})
