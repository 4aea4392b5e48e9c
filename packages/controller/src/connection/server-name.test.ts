import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { connectTo } from './http-connection.ts'

type Case = [host: string, serverName: string | undefined, trusted: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['localhost', undefined,   true,  'that is who it says it is'],
  ['127.0.0.1', 'localhost', true,  'it is asked for by its name'],
  ['localhost', '127.0.0.1', true,  'an address of the certificate is as good as a name'],
  ['localhost', '127.0.0.2', false, 'it is somebody else'],
  ['127.0.0.1', 'elsewhere', false, 'it is somebody else'],
]

describe('A server with a certificate', () => {
  let server: StartedApiServer
  before(async () => {
    server = await startApiServer()
  })
  after(() => server.close())

  for (const [host, serverName, trusted, because] of cases)
    it(`at ${host}, expected as ${serverName ?? host}, is ${trusted ? '' : 'not '}trusted, because ${because}`, async () => {
      const { authority: ca, token, url } = server
      const connection = connectTo({
        server: `https://${host}:${new URL(url).port}`,
        ca,
        ...(serverName !== undefined && { serverName }),
        headers: () => ({ authorization: `Bearer ${token}` }),
      })
      try {
        const asked = connection.request<{ kind: string }>({ path: '/api' })
        if (trusted) assert.equal((await asked).kind, 'APIVersions')
        else await assert.rejects(asked, { code: 'not-reachable' })
      } finally {
        connection.close()
      }
    })
})
