import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { configMap, configMapsPath, eventually, openTestServer, type TestServer } from '../server.testing.ts'

const secretsPath = '/api/v1/namespaces/default/secrets'
const secret = (name: string): JsonObject => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } })

describe('a webhook that hangs', () => {
  let test: TestServer
  let asked = 0
  const hanging = Promise.withResolvers<unknown>()
  before(async () => {
    test = await openTestServer({
      rbac: false,
      tokens: ['one', 'two'].map((token) => ({ token, user: { name: token, groups: [] } })),
      resolveService: () => ({
        answer: () => {
          asked++
          return hanging.promise
        },
      }),
    })
    const webhook = {
      name: 'hangs.example.com',
      clientConfig: { service: { namespace: 'default', name: 'hangs' } },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['secrets'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    }
    const { status, text } = await test.call(
      'POST',
      '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'hangs' },
        webhooks: [webhook],
      },
    )
    assert.equal(status, 201, text)
  })
  after(() => test.close())

  it('holds up nobody but those who write what it is asked about', async () => {
    const [one, two] = [test.as('one'), test.as('two')]
    const stuck = [...Array(250).keys()].map((index) => one('POST', secretsPath, secret(`s-${index}`)))
    await eventually(() => asked === 100)
    assert.equal((await one('POST', configMapsPath, configMap('mine'))).status, 201)
    assert.equal((await two('POST', configMapsPath, configMap('yours'))).status, 201)
    assert.equal((await two('GET', secretsPath)).status, 200)
    const waiting = two('POST', secretsPath, secret('other'))
    await eventually(() => asked === 101)
    hanging.resolve({ response: {} })
    const codes = (await Promise.all(stuck)).map(({ status, headers }) => [status, headers['Retry-After']])
    assert.deepEqual(
      codes.filter(([code]) => code === 429),
      Array(150).fill([429, '1']),
    )
    await waiting
    assert.deepEqual(test.mistakes, [])
  })
})

describe('somebody who floods the server', () => {
  it('is refused what is too much, and others are answered before his queue is empty', async () => {
    const test = await openTestServer({
      rbac: false,
      tokens: ['flood', 'other'].map((token) => ({ token, user: { name: token, groups: [] } })),
    })
    const [flood, other] = [test.as('flood'), test.as('other')]
    let answered = 0
    const codes: number[] = []
    const flooding = [...Array(1000).keys()].map(async (index) => {
      const { status } = await flood('POST', configMapsPath, configMap(`c-${index}`))
      codes.push(status)
      if (status === 201) answered++
    })
    const { status } = await other('POST', configMapsPath, configMap('one'))
    assert.equal(status, 201)
    assert.ok(answered <= 2 * 32, `${answered} of the other flow came first`)
    await Promise.all(flooding)
    assert.equal(codes.filter((code) => code === 201).length, 532)
    assert.equal(codes.filter((code) => code === 429).length, 468)
    await test.close()
  })
})
