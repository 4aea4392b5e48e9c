import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { inClusterAccess, openKubeconfig, readKubeconfig } from './kubeconfig.ts'

describe('A kubeconfig', () => {
  let folder = ''
  let server: Server
  let url = ''
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-kubeconfig-'))
    server = createServer((request, response) =>
      response.end(JSON.stringify({ authorization: request.headers.authorization ?? 'none' })),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    rmSync(folder, { recursive: true })
  })

  const textOf = (user: object, cluster: object = {}): string =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      // Providers of credentials refuse plain HTTP without this.
      clusters: [{ name: 'c', cluster: { server: url, 'insecure-skip-tls-verify': true, ...cluster } }],
      users: [{ name: 'u', user }],
    })
  const saidBy = async (user: object): Promise<string> => {
    const { connection } = await openKubeconfig({ text: textOf(user), directory: folder })
    try {
      return (await connection.request<{ authorization: string }>({ path: '/' })).authorization
    } finally {
      connection.close()
    }
  }
  /** A program that gives a token, counts how often it was asked, and gives none once a file says so. */
  const plugin = (
    name: string,
    expires?: string,
  ): { command: string; asked: () => number; fail: () => void } => {
    const [command, count, failing] = [
      join(folder, name),
      join(folder, `${name}.count`),
      join(folder, `${name}.fail`),
    ]
    const status = { token: `from-${name}`, ...(expires !== undefined && { expirationTimestamp: expires }) }
    const answer = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }
    const lines = [
      '#!/bin/sh',
      `if [ -e ${failing} ]; then exit 1; fi`,
      `echo x >> ${count}`,
      `echo '${JSON.stringify(answer)}'`,
    ]
    writeFileSync(command, `${lines.join('\n')}\n`)
    chmodSync(command, 0o755)
    return {
      command,
      asked: () => readFileSync(count, 'utf8').trim().split('\n').length,
      fail: () => writeFileSync(failing, ''),
    }
  }
  const exec = (command: string): object => ({
    exec: { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' },
  })

  it('with a plugin: its program is asked for a token', async () => {
    assert.equal(await saidBy(exec(plugin('plugin').command)), 'Bearer from-plugin')
  })

  it('with a plugin: a token that lasts is asked for once, one that has expired each time', async () => {
    for (const [name, expires, most] of [
      ['lasting', '2999-01-01T00:00:00Z', 1],
      ['expired', '2001-01-01T00:00:00Z', 3],
    ] as const) {
      const { command, asked } = plugin(name, expires)
      const { connection } = await openKubeconfig({ text: textOf(exec(command)) })
      const before = asked()
      for (let round = 0; round < 3; round++) await connection.request({ path: '/' })
      connection.close()
      assert.equal(most === 1 ? asked() : asked() - before, most, name)
    }
  })

  it('with a plugin that fails later: the request fails as not authorized, to be tried again', async () => {
    const { command, fail } = plugin('failing', '2001-01-01T00:00:00Z')
    const { connection } = await openKubeconfig({ text: textOf(exec(command)) })
    fail()
    await assert.rejects(connection.request({ path: '/' }), { code: 'unauthorized', retry: 'with-backoff' })
    connection.close()
  })

  it('with a provider of OpenID Connect: its token is sent while it lasts', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${part({ alg: 'none' })}.${part({ exp: 32_503_680_000 })}.${part({})}`
    const config = { 'id-token': token, 'client-id': 'c', 'idp-issuer-url': 'https://issuer.invalid' }
    assert.equal(await saidBy({ 'auth-provider': { name: 'oidc', config } }), `Bearer ${token}`)
  })

  it('with a file for its token: the file is read with every request', async () => {
    writeFileSync(join(folder, 'token'), 'one\n')
    const { connection } = await openKubeconfig({ text: textOf({ tokenFile: 'token' }), directory: folder })
    const tokens: string[] = []
    for (const next of ['two', 'three']) {
      tokens.push((await connection.request<{ authorization: string }>({ path: '/' })).authorization)
      writeFileSync(join(folder, 'token'), next)
    }
    connection.close()
    assert.deepEqual(tokens, ['Bearer one', 'Bearer two'])
  })

  type Case = [name: string, text: () => string, because: string]
  const cases: Case[] = [
    ['a plugin that is not there', () => textOf(exec('/nowhere/plugin')), 'nobody gives credentials'],
    ['a plugin that answers with nonsense', () => textOf(exec('/bin/true')), 'nobody gives credentials'],
    ['a proxy', () => textOf({}, { 'proxy-url': 'http://127.0.0.1:1' }), 'it would be passed by in silence'],
    ['a number', () => '5', 'that is no kubeconfig'],
    ['nothing', () => '', 'that is no kubeconfig'],
    ['no YAML', () => '{', 'that is no kubeconfig'],
    ['a context that is not there', () => 'current-context: x', 'it leads nowhere'],
    ['a server of another kind', () => textOf({}, { server: 'ftp://127.0.0.1' }), 'nobody speaks that'],
    ['a key that is none', () => textOf({ 'client-key-data': 'AAAA' }), 'TLS cannot begin'],
  ]
  for (const [name, text, because] of cases) {
    it(`with ${name} is refused in words, because ${because}`, async () => {
      await assert.rejects(openKubeconfig({ text: text() }), { code: 'kubeconfig-unusable' })
    })
  }

  it('that cannot be read is named', () => {
    assert.throws(() => readKubeconfig(join(folder, 'absent')), {
      code: 'kubeconfig-unusable',
      message: /absent/,
    })
  })
})

describe('Inside a Pod', () => {
  it('the address comes from the environment, the token from its file with every request', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-pod-'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'token'), 'one\n')
    writeFileSync(join(folder, 'ca.crt'), 'an authority')
    writeFileSync(join(folder, 'namespace'), 'sitrep\n')
    const found = inClusterAccess(
      { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' },
      folder,
    )
    assert.equal(found?.access.server, 'https://[fd00::1]:6443')
    assert.equal(found?.namespace, 'sitrep')
    assert.deepEqual(found?.access.headers?.(), { authorization: 'Bearer one' })
    writeFileSync(join(folder, 'token'), 'two\n')
    assert.deepEqual(found?.access.headers?.(), { authorization: 'Bearer two' })
    rmSync(folder, { recursive: true })
  })

  it('and nowhere else: without a token there is no cluster around', () => {
    assert.equal(
      inClusterAccess({ KUBERNETES_SERVICE_HOST: '10.0.0.1' }, join(tmpdir(), 'absent')),
      undefined,
    )
    assert.equal(inClusterAccess({}, tmpdir()), undefined)
  })
})
