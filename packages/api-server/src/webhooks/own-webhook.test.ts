import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { KubeObject } from '../json/json.ts'
import {
  definitionsPath,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'

/** A conversion webhook in the process of the server. */
async function answer(review: unknown): Promise<unknown> {
  const { request } = review as { request: { uid: string; objects: KubeObject[]; desiredAPIVersion: string } }
  const { uid, objects, desiredAPIVersion: apiVersion } = request
  if (objects.some(({ metadata }) => metadata['name'] === 'broken')) throw new Error('out of order')
  const convertedObjects = objects.map((object) => ({ ...object, apiVersion, spec: { here: true } }))
  return { response: { uid, convertedObjects, result: { status: 'Success' } } }
}

describe('A conversion webhook in the process of the server', () => {
  const newer = widgetsPath.replace('/v1/', '/v2/')
  let test: TestServer
  before(async () => {
    test = await openTestServer({
      resolveService: ({ name }) => (name === 'here' ? { answer } : undefined),
    })
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    const versions = ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === 'v1', schema }))
    const clientConfig = { service: { namespace: 'default', name: 'here', path: '/convert' } }
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } }
    const { status, text } = await test.call(
      'POST',
      definitionsPath,
      widgetDefinition({ spec: { versions, conversion } }),
    )
    assert.equal(status, 201, text)
    for (const name of ['fine', 'broken']) await test.call('POST', widgetsPath, widget(name))
  })
  after(() => test.close())

  it('is asked without a socket', async () => {
    assert.deepEqual((await test.call('GET', `${newer}/fine`)).body['spec'], { here: true })
  })

  it('that fails is told to the client as any other', async () => {
    const { status, body } = await test.call('GET', `${newer}/broken`)
    assert.equal(status, 500)
    assert.match(
      String(body['message']),
      /Kind=Widget failed: https:\/\/here\.default\.svc\/convert: out of order/,
    )
  })
})
