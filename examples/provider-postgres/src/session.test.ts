import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explained } from './messages.ts'
import { parseServer, Session } from './session.ts'

type Address = [address: string, expected: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const addresses: Address[] = [
  ['postgres://db.example.org',                     'postgres@db.example.org:5432/postgres',  'the rest has defaults'],
  ['postgres://a%40b:p%3Aw@h:6000/my%2Fdb',         'a@b@h:6000/my/db',                       'special characters are encoded in a URL'],
  ['postgres://u@[::1]:6000/d',                     'u@::1:6000/d',                           'brackets belong to the URL, not to the address'],
  ['postgres://u@localhost/d?host=/run/postgresql', 'u@/run/postgresql:5432/d',               'a socket is named by its folder'],
]

describe('A server’s address', () => {
  for (const [address, expected, because] of addresses)
    it(`${address} is ${expected}, because ${because}`, () => {
      const { user, host, port, database } = parseServer(address)
      assert.equal(`${user}@${host}:${port}/${database}`, expected)
    })

  it('asks for TLS unless it says nothing of it or not to', () => {
    assert.equal(parseServer('postgres://h').tls, false)
    assert.equal(parseServer('postgres://h?sslmode=disable').tls, false)
    assert.equal(parseServer('postgres://h?sslmode=require').tls, true)
  })

  it('is in the sentence when nobody listens there', async () => {
    const server = parseServer('postgres://127.0.0.1:1/postgres')
    const opening = Session.open({ server, signal: new AbortController().signal })
    const error = await opening.then(
      () => undefined,
      (failure: unknown) => explained(failure, server),
    )
    assert.equal(error?.code, 'unreachable')
    assert.equal(error?.message, 'PostgreSQL at 127.0.0.1:1 refuses connections')
  })
})
