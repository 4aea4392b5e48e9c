import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import {
  adminToken,
  configMap,
  configMapsPath,
  eventually,
  openTestServer,
  type TestServer,
} from '../server.testing.ts'
import type { Listening } from './http-listener.ts'

const bodies = { bytes: 100_000, timeoutMs: 150, heldBytes: 400_000, heldBytesPerFlow: 200_000 }
const limits = { bodies, headersTimeoutMs: 150, strangersPerAddress: 20, checkEveryMs: 20 }

interface Speaking {
  readonly socket: Socket
  readonly heard: () => string
  readonly closed: Promise<void>
}

let test: TestServer
let open: Listening
before(async () => {
  test = await openTestServer({
    tokens: [{ token: 'other', user: { name: 'other', groups: ['system:masters'] } }],
  })
  open = await test.server.listen({ limits })
})
after(() => test.close())

function speak(text: string): Speaking {
  const socket = connect(open.port, '127.0.0.1', () => socket.write(text))
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, heard: () => heard, closed }
}

const post = (authorization: string, length: number): string =>
  `POST ${configMapsPath} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`

describe('before a body', () => {
  it('whoever is not known, or may not, is told so without sending it', async () => {
    const wrong = speak(post(bearer('guess'), 50_000))
    const nobody = speak(post('', 50_000))
    await eventually(() => wrong.heard().includes('401') && nobody.heard().includes('403'))
    for (const { heard, closed } of [wrong, nobody]) {
      assert.match(heard(), /^HTTP\/1\.1 40[13] [\s\S]*Connection: close[\s\S]*"kind":"Status"/i)
      await closed
    }
  })

  it('a length over the limit is refused before a byte of it', async () => {
    const large = speak(post(bearer(adminToken), 100_001))
    await eventually(() => large.heard().includes('limit is 100000'))
    assert.match(large.heard(), /^HTTP\/1\.1 413 /)
    large.socket.destroy()
  })
})

describe('connections that stall', () => {
  it('in a body are told so and end, three hundred of them as well', async () => {
    const stalled = Array.from({ length: 300 }, () => speak(`${post(bearer(adminToken), 5000)}{"a`))
    await Promise.all(stalled.map(({ closed }) => closed))
    // On a busy machine some wait so long for their turn that the platform ends them first, in fewer words.
    for (const { heard } of stalled) assert.match(heard(), /^HTTP\/1\.1 408 /)
    const told = /the body of the request did not come within 0\.15 seconds/
    assert.ok(stalled.some(({ heard }) => told.test(heard())))
  })

  it('in the head, or before it, end', async () => {
    const waiting = [speak(''), speak('GET / HTTP/1.1\r\nHost:'), speak('G')]
    await Promise.all(waiting.map(({ closed }) => closed))
  })

  it('with large parts of bodies leave room for those of somebody else', async () => {
    const part = 'x'.repeat(90_000)
    const greedy = Array.from({ length: 4 }, () => speak(post(bearer(adminToken), 100_000) + part))
    await eventually(() => greedy.some(({ heard }) => heard().startsWith('HTTP/1.1 429')))
    const response = await fetch(`${open.url}${configMapsPath}`, {
      method: 'POST',
      headers: { authorization: 'Bearer other', 'content-type': 'application/json' },
      body: JSON.stringify(configMap('fits', { a: 'x'.repeat(90_000) })),
    })
    assert.equal(response.status, 201)
    await Promise.all(greedy.map(({ closed }) => closed))
  })
})

describe('connections of strangers', () => {
  it('are only so many of one address: the oldest goes', async () => {
    const known = speak(`GET /readyz HTTP/1.1\r\nHost: x\r\n${bearer(adminToken)}\r\n`)
    await eventually(() => known.heard().includes('200 OK'))
    const first = speak('')
    await new Promise((resolve) => first.socket.once('connect', resolve))
    const more = Array.from({ length: 20 }, () => speak(''))
    await first.closed
    assert.equal(known.socket.destroyed, false, 'who has proved who he is keeps his connection')
    for (const { socket } of [known, ...more]) socket.destroy()
  })
})

describe('what no client should send', () => {
  const requests: readonly [sent: string, status: RegExp, because: string][] = [
    ['GET // HTTP/1.1\r\nHost: x', /^200/, 'nothing but slashes, which name the root'],
    ['GET /%zz HTTP/1.1\r\nHost: x', /^(400|403)/, 'an escape that is none'],
    ['GET /api/v1/%ff%fe HTTP/1.1\r\nHost: x', /^(400|403)/, 'bytes that are no UTF-8'],
    ['GET http://[::1 HTTP/1.1\r\nHost: x', /^40\d/, 'half of an address'],
    ['GET * HTTP/1.1\r\nHost: x', /^40\d/, 'a star'],
    [`GET ${configMapsPath} HTTP/1.1\r\nHost: x\r\nAccept: \u0001;q=,,;=`, /^40\d/, 'a broken Accept'],
    [`GET ${configMapsPath}?continue=%00 HTTP/1.1\r\nHost: x`, /^400/, 'a continue token of nothing'],
    [`GET ${configMapsPath}?resourceVersion=-1 HTTP/1.1\r\nHost: x`, /^400/, 'a revision before the first'],
    [
      `GET ${configMapsPath} HTTP/1.1\r\nHost: x\r\nImpersonate-User: a\r\nImpersonate-Extra-%zz: b`,
      /^403/,
      'a broken escape in a name of a header',
    ],
    [
      `GET ${configMapsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b.c`,
      /^401/,
      'a token that is none',
    ],
    [
      `POST ${configMapsPath} HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`,
      /^4\d\d/,
      'an encoding that is not what it says',
    ],
  ]
  for (const [sent, status, because] of requests) {
    it(`${JSON.stringify(sent.slice(0, 60))} is answered, because it is ${because}`, async () => {
      const withToken = sent.includes('Authorization')
        ? sent
        : sent.replace('Host: x', `Host: x\r\nAuthorization: Bearer ${adminToken}`)
      const speaking = speak(sent.includes('\r\n\r\n') ? withToken : `${withToken}\r\n\r\n`)
      await eventually(() => speaking.heard().includes('\r\n\r\n'))
      assert.match(speaking.heard().replace('HTTP/1.1 ', ''), status)
      speaking.socket.destroy()
      assert.deepEqual(test.mistakes, [])
    })
  }
})
