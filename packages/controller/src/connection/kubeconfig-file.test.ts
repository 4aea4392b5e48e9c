import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ControllerError } from '../errors.ts'
import { openKubeconfig } from './kubeconfig.ts'

const file = (cluster: object, user: object = {}): object => ({
  'current-context': 'a',
  contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
  clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:1', ...cluster } }],
  users: [{ name: 'a', user }],
})

const said = async (text: string): Promise<string> => {
  try {
    const { connection } = await openKubeconfig({ text, from: 'secret' })
    connection.close()
    return 'opened'
  } catch (error) {
    assert.ok(error instanceof ControllerError, String(error))
    assert.equal(error.code, 'kubeconfig-unusable')
    return error.message
  }
}

type Case = [name: string, given: unknown, says: RegExp]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a context that is missing',     { ...file({}), 'current-context': 'b' },   /has no context "b"; it has: a$/],
  ['one among very many',           { 'current-context': 'b', contexts: Array.from({ length: 5_000 }, (_, index) => ({ name: `c${index}`, context: {} })) }, /it has: c0, [^\n]{0,200} and 4980 more$/],
  ['a name that is a number',       file({ 'tls-server-name': 5 }),            /clusters\[a\].cluster.tls-server-name is a number, not a text/],
  ['a name with a newline',         file({ 'tls-server-name': 'a\nb' }),       /tls-server-name/],
  ['a server that is a number',     file({ server: 7 }),                       /clusters\[a\].cluster.server is a number, not a text/],
  ['no server',                     file({ server: null }),                    /no cluster with a server/],
  ['a server that is no address',   file({ server: 'a b' }),                   /cannot be used/],
  ['a token that is a mapping',     file({}, { token: {} }),                   /users\[a\].user.token is a mapping, not a text/],
  ['a token with a newline',        file({}, { token: 'a\nb' }),               /cannot be used/],
  ['certificates that are a list',  file({ 'certificate-authority-data': [] }), /certificate-authority-data is a list, not a text/],
  ['a text for yes or no',          file({ 'insecure-skip-tls-verify': 'yes' }), /insecure-skip-tls-verify is a text, not true or false/],
  ['a user that is a text',         { ...file({}), users: [{ name: 'a', user: 'me' }] }, /users\[a\].user is a text, not a mapping/],
  ['contexts that are a mapping',   { ...file({}), contexts: {} },             /contexts is a mapping, not a list/],
  ['a context that is a number',    { ...file({}), 'current-context': 3 },     /current-context is a number, not a text/],
  ['a list',                        [],                                        /not a mapping|is no/],
  ['empty texts where nothing is said', file({ 'tls-server-name': '', 'proxy-url': '', 'certificate-authority': '', 'certificate-authority-data': '' }, { token: '', tokenFile: '', username: '', 'client-certificate': '', 'client-certificate-data': '', 'client-key-data': '' }), /^opened$/],
  ['a user in the address',         file({ server: 'https://me:secret@127.0.0.1:1' }), /: the address of the server holds a user; username and password belong to the user$/],
  ['a password in the address',     file({ server: 'https://:secret@127.0.0.1:1' }), /: the address of the server holds a user; username and password belong to the user$/],
  ['an address for a name',         file({ 'tls-server-name': '127.0.0.1' }),  /^opened$/],
  ['a longer address for a name',   file({ 'tls-server-name': '::1' }),        /^opened$/],
  ['nulls where nothing is said',   file({ 'tls-server-name': null, 'proxy-url': null }, { token: null, exec: null }), /^opened$/],
]

describe('A kubeconfig from a Secret', () => {
  for (const [name, given, says] of cases)
    it(`with ${name} says ${says}`, async () => {
      assert.match(await said(JSON.stringify(given)), says)
    })

  it('that was made to be read for ever is refused at once', async () => {
    const texts = [
      '['.repeat(190_000),
      '{"a":'.repeat(30_000),
      Array.from({ length: 20_000 }, (_, at) => `a${at}: &a${at} x`).join('\n'),
      `a: &a [x]\n${Array.from({ length: 20_000 }, (_, at) => `b${at}: *a`).join('\n')}`,
      'a: &a [b]\nc: &c [*a, *a]\nd: [*c, *c]\n',
      '!a '.repeat(60_000),
      '? '.repeat(60_000),
    ]
    for (const text of texts) {
      const began = performance.now()
      assert.match(await said(text), /kubeconfig/)
      assert.ok(performance.now() - began < 2_000)
    }
  })

  it('says what is wrong with it, whatever it holds', async () => {
    const odd = fc.anything({ withNullPrototype: false })
    await fc.assert(
      fc.asyncProperty(
        odd,
        odd,
        odd,
        fc.constantFrom('server', 'tls-server-name', 'proxy-url'),
        async (a, b, c, key) => {
          const text = JSON.stringify({
            ...file({ [key]: a }, { token: b }),
            contexts: c === undefined ? [] : c,
          })
          assert.match(await said(text ?? ''), /kubeconfig|context/)
          assert.match(
            await said(JSON.stringify(file({ [key]: a }, { password: b, username: c })) ?? ''),
            /kubeconfig|context|opened|proxy/,
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
