import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '../start.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitrep-administrators-'))
const secrets = '/api/v1/namespaces/default/secrets'
const [east, west] = ['/clusters/prod/east', '/clusters/prod/west']
let started: StartedApiServer

const open = async (): Promise<void> => {
  started = await startApiServer({ data: folder, tls: false })
  for (const name of ['prod/east', 'prod/west']) await started.server.addCluster(name)
}
before(open)
after(async () => {
  await started.close()
  rmSync(folder, { recursive: true })
})

const tokenIn = (kubeconfig: string): string => /token: (\S+)/.exec(kubeconfig)?.[1] ?? ''

async function ask(path: string, token: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${token}` }
  const request = { method: 'GET', path, query: '', headers, body: Buffer.alloc(0) }
  const { status, body } = await started.server.answer(request)
  return { status, text: Buffer.isBuffer(body) ? body.toString() : '' }
}

describe('the administrator of one cluster', () => {
  type Door = [path: string, status: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const doors: Door[] = [
    [`${east}${secrets}`,                  200, 'that is what the token is for'],
    [`${east}/api/v1/nodes`,               200, 'everything there is his'],
    [secrets,                              401, 'the cluster that manages his is none of his business'],
    ['/version',                           401, 'a wrong token is not taken for none'],
    [`${west}${secrets}`,                  401, 'nor is his neighbour'],
    [`${east}/../west${secrets}`,          404, 'dots lead nowhere'],
    [`${east}/../../..${secrets}`,         404, 'dots lead nowhere, not up either'],
    [`${east}/clusters/prod/west/version`, 404, 'clusters do not lie inside each other'],
    [`/clusters/prod/${secrets}`,          404, 'half of a name is none'],
  ]
  for (const [path, status, because] of doors) {
    it(`${path}: ${status}, because: ${because}`, async () => {
      assert.equal((await ask(path, tokenIn(started.kubeconfigFor('prod/east')))).status, status)
    })
  }

  it('has a kubeconfig in which nothing of the owner or of others stands', async () => {
    const kubeconfig = started.kubeconfigFor('prod/east')
    assert.ok(!kubeconfig.includes(started.token))
    assert.notEqual(tokenIn(kubeconfig), tokenIn(started.kubeconfigFor('prod/west')))
    assert.equal(tokenIn(readFileSync(started.kubeconfigFile ?? '', 'utf8')), started.token)
    const { status, text } = await ask(`${east}/api/v1/secrets`, tokenIn(kubeconfig))
    assert.deepEqual([status, text.includes(started.token)], [200, false])
  })

  it('keeps his token over a restart, and so does the owner, who gets in everywhere', async () => {
    const [token, owner] = [tokenIn(started.kubeconfigFor('prod/east')), started.token]
    await started.close()
    await open()
    assert.equal(tokenIn(started.kubeconfigFor('prod/east')), token)
    assert.equal((await ask(`${east}${secrets}`, token)).status, 200)
    assert.equal((await ask(secrets, token)).status, 401)
    for (const path of [secrets, `${east}${secrets}`]) assert.equal((await ask(path, owner)).status, 200)
  })

  it('has no key to another cluster that later gets the same name', async () => {
    const token = tokenIn(started.kubeconfigFor('prod/west'))
    await started.server.removeCluster('prod/west')
    assert.throws(() => started.kubeconfigFor('prod/west'), TypeError)
    await started.server.addCluster('prod/west')
    assert.equal((await ask(`${west}/version`, token)).status, 401)
  })
})
