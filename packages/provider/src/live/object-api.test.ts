import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { type Connection, openKubeconfig, type ServedResource } from '@sitrep/controller/connection'
import { at, type KubeObject } from '@sitrep/status'
import type { ObjectApi } from '../api/object-api.ts'
import { ProviderError } from '../errors.ts'
import { objectApiOf } from './object-api.ts'
import { secretApiOf } from './secret-api.ts'

const maps: ServedResource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
  names: [],
}
const deployments: ServedResource = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
  names: [],
}
const signal = new AbortController().signal

describe('one object at its API server', () => {
  let server: StartedApiServer
  let connection: Connection
  let api: ObjectApi

  before(async () => {
    server = await startApiServer({ tls: false })
    ;({ connection } = await openKubeconfig({ text: server.kubeconfig }))
    api = objectApiOf(connection, maps, { namespace: 'default', name: 'web' })
  })
  after(async () => {
    connection.close()
    await server.close()
  })

  it('says that it is not there in the server’s own words', async () => {
    const error = await failure(api.read({ purpose: 'pass', signal }))
    assert.deepEqual(
      [error.code, error.httpStatus, error.message],
      ['answered', 404, 'configmaps "web" not found'],
    )
  })

  it('refuses a write with an old version', async () => {
    const path = '/api/v1/namespaces/default/configmaps'
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } }
    const first = await connection.request<KubeObject>({ method: 'POST', path, body })
    const annotated = { ...first, metadata: { ...first.metadata, annotations: { a: '1' } } }
    const second = await api.replace(annotated, { purpose: 'external-name', signal })
    assert.equal(second.metadata.annotations?.['a'], '1')
    const error = await failure(api.replace(annotated, { purpose: 'late-init', signal }))
    assert.deepEqual([error.httpStatus, error.retry], [409, 'now'])
  })

  it('runs out of time with a signal that has ended', async () => {
    const error = await failure(api.read({ purpose: 'pass', signal: AbortSignal.abort() }))
    assert.deepEqual([error.code, error.message], ['deadline', 'context deadline exceeded'])
  })

  it('takes over fields of the spec alone', async () => {
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web' }] },
    }
    await connection.request({
      method: 'POST',
      path: '/apis/apps/v1/namespaces/default/deployments',
      body: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web' },
        spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template },
      },
    })
    const deployment = objectApiOf(connection, deployments, { namespace: 'default', name: 'web' })
    const answer = await deployment.applySpec({ replicas: 4 }, { purpose: 'references', signal })
    assert.deepEqual(
      [at(answer.spec, 'replicas'), at(answer.spec, 'selector', 'matchLabels', 'app')],
      [4, 'web'],
    )
  })

  it('keeps the values of secrets as texts, and adds to them', async () => {
    const secrets = secretApiOf(connection)
    const secret = {
      namespace: 'default',
      name: 'conn',
      type: 'Opaque',
      owners: [],
      data: { user: 'ä', password: '1' },
    }
    assert.equal(await secrets.read(secret, signal), undefined)
    await secrets.create(secret, signal)
    await secrets.patch({ ...secret, data: { password: '2' } }, signal)
    assert.deepEqual((await secrets.read(secret, signal))?.data, { user: 'ä', password: '2' })
  })
})

async function failure(promise: Promise<unknown>): Promise<ProviderError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
  return assert.fail('it went well')
}
