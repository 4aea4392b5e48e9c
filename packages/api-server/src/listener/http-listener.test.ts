import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, get as getPlain } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { adminToken, configMap, configMapsPath, openTestServer, type TestServer } from '../server.testing.ts'
import { startApiServer } from '../start.ts'
import type { Listening } from './http-listener.ts'

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

let test: TestServer
let open: Listening
before(async () => {
  test = await openTestServer()
  open = await test.server.listen()
})
after(() => test.close())

const authorization = `Bearer ${adminToken}`

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${open.url}${path}`, {
    ...init,
    headers: {
      authorization,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...init.headers,
    },
    signal: AbortSignal.timeout(5000),
  })
}

function raw(path: string, headers: Record<string, string>): Promise<Got> {
  return new Promise((resolve, reject) => {
    getPlain(`${open.url}${path}`, { headers: { authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })
}

describe('over a socket', () => {
  it('answers as it does without one', async () => {
    const made = await ask(configMapsPath, {
      method: 'POST',
      body: JSON.stringify(configMap('socket', { a: 'b' })),
    })
    assert.equal(made.status, 201)
    assert.match(made.headers.get('audit-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(made.headers.get('cache-control'), 'no-cache, private')
    assert.deepEqual(((await made.json()) as { data: unknown }).data, { a: 'b' })
  })

  it('keeps idle connections longer than Go clients do', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ports = new Set<number | undefined>()
    for (let round = 0; round < 2; round++) {
      await new Promise<void>((resolve) => {
        getPlain(`${open.url}/version`, { agent }, (response) => {
          ports.add(response.socket.localPort)
          assert.match(String(response.headers['keep-alive']), /timeout=1[12]\d/)
          response.resume().on('end', resolve)
        })
      })
    }
    agent.destroy()
    assert.equal(ports.size, 1)
  })

  it('takes queries that are longer than Node’s own limit', async () => {
    const values = Array.from({ length: 3000 }, (_, index) => `value-${index}`).join(',')
    const { status } = await ask(`${configMapsPath}?labelSelector=${encodeURIComponent(`a in (${values})`)}`)
    assert.equal(status, 200)
  })

  it('refuses bodies over three megabytes with a Status', async () => {
    const response = await ask(configMapsPath, { method: 'POST', body: 'x'.repeat(3 * 1024 * 1024 + 1) })
    assert.equal(response.status, 413)
    const { reason, message } = (await response.json()) as Record<string, string>
    assert.deepEqual(
      [reason, message],
      ['RequestEntityTooLarge', 'Request entity too large: limit is 3145728'],
    )
  })

  it('compresses what is big, for those who can read it, and nothing else', async () => {
    await ask(configMapsPath, {
      method: 'POST',
      body: JSON.stringify(configMap('big', { a: 'x'.repeat(300_000) })),
    })
    const zipped = await raw(`${configMapsPath}/big`, { 'accept-encoding': 'gzip' })
    assert.deepEqual(
      [zipped.headers['content-encoding'], zipped.headers['vary']],
      ['gzip', 'Accept-Encoding'],
    )
    assert.match(gunzipSync(zipped.body).toString(), /xxx/)
    const small = await raw(`${configMapsPath}/socket`, { 'accept-encoding': 'gzip' })
    const plain = await raw(`${configMapsPath}/big`, {})
    assert.deepEqual(
      [small, plain].map(({ headers }) => headers['content-encoding']),
      [undefined, undefined],
    )
  })

  it('sends a long list in pieces, of the length that it announced, and packed as a whole', async () => {
    const whole = (await test.call('GET', configMapsPath)).text
    assert.ok(whole.length > 300_000)
    const plain = await raw(configMapsPath, {})
    assert.equal(plain.headers['content-length'], `${whole.length}`)
    assert.equal(plain.headers['transfer-encoding'], undefined)
    assert.equal(plain.body.toString(), whole)
    const zipped = await raw(configMapsPath, { 'accept-encoding': 'gzip' })
    assert.equal(gunzipSync(zipped.body).toString(), whole)
    const pretty = await raw(`${configMapsPath}?pretty=true`, {})
    assert.deepEqual(JSON.parse(pretty.body.toString()), JSON.parse(whole))
    assert.match(pretty.body.toString(), /^\{\n {2}"kind"/)
  })

  it('sends the head of a watch at once and its events uncompressed, one a line', async () => {
    const response = await ask(`${configMapsPath}?watch=true&fieldSelector=metadata.name%3Dwatched`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    assert.deepEqual(
      [response.status, response.headers.get('content-encoding'), response.headers.get('content-type')],
      [200, null, 'application/json'],
    )
    await ask(configMapsPath, { method: 'POST', body: JSON.stringify(configMap('watched')) })
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    const text = Buffer.from(value ?? []).toString()
    assert.match(text, /^\{"type":"ADDED","object":\{.*\}\}\n$/)
    await reader?.cancel()
  })

  it('survives clients that break off, and what is no HTTP', async () => {
    for (const bytes of [
      'POST /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"',
      'nonsense\r\n\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(open.port, '127.0.0.1', () => {
          socket.write(bytes)
          setTimeout(() => socket.destroy(), 20)
        })
        socket.on('close', () => resolve())
        socket.on('error', () => undefined)
      })
    }
    assert.equal((await ask('/readyz')).status, 200)
    assert.deepEqual(test.mistakes, [])
  })
})

describe('a server that starts by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-api-'))
  after(() => rmSync(folder, { recursive: true }))
  const token = (kubeconfig: string): string => /token: (\S+)/.exec(kubeconfig)?.[1] ?? ''

  function askSecurely(url: string, ca: string, authorizationHeader?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = authorizationHeader === undefined ? {} : { authorization: authorizationHeader }
      const asking = request(
        `${url}/api/v1/namespaces/default`,
        { ca, headers, agent: false },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        },
      )
      asking.on('error', reject).end()
    })
  }

  it('listens on loopback with a certificate of its own authority, and keeps keys to itself', async () => {
    const started = await startApiServer({ data: folder })
    assert.match(started.url, /^https:\/\/127\.0\.0\.1:\d+$/)
    assert.equal(
      await askSecurely(started.url, started.authority, `Bearer ${token(started.kubeconfig)}`),
      200,
    )
    assert.equal(await askSecurely(started.url, started.authority), 403)
    assert.equal(await askSecurely(started.url, started.authority, 'Bearer guess'), 401)
    for (const file of ['kubeconfig', 'authority.pem', 'admin-token', 'service-account.key', 'store.db']) {
      assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file)
    }
    await started.close()
  })

  it('comes back with the same authority, token and objects', async () => {
    const before = readFileSync(join(folder, 'kubeconfig'), 'utf8')
    const started = await startApiServer({ data: folder, port: Number(/:(\d+)\n/.exec(before)?.[1]) })
    assert.equal(started.kubeconfig, before)
    await started.close()
  })
})
