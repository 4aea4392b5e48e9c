import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import {
  configMap,
  configMapsPath,
  definitionsPath,
  mergePatch,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../../server.testing.ts'
import { createAuthority, issueCertificate } from '../../tls/certificate.ts'

/** Bytes are sent as they are. */
type Answer = (review: JsonObject) => JsonObject | 'silence' | Buffer

const now = Date.now()
const authority = createAuthority({ commonName: 'webhooks' }, now)
const identity = issueCertificate(authority, {
  commonName: 'webhook',
  now,
  use: 'server',
  hosts: ['127.0.0.1', 'hooks.default.svc'],
})

/** A webhook that answers by path, and remembers what it was asked. */
interface Hook {
  readonly asked: JsonObject[]
  readonly answers: Map<string, Answer>
  readonly config: (path: string) => JsonObject
  readonly port: () => number
  readonly server: Server
}

function openHook(): Hook {
  const asked: JsonObject[] = []
  const answers = new Map<string, Answer>()
  const server = createServer({ cert: identity.certificate, key: identity.key }, (message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject
      asked.push(review)
      const answer =
        answers.get((message.url ?? '').split('?')[0] ?? '')?.(review['request'] as JsonObject) ?? {}
      if (answer === 'silence') return
      if (Buffer.isBuffer(answer)) {
        response.end(answer)
        return
      }
      const { uid } = review['request'] as JsonObject
      response.end(
        JSON.stringify({
          apiVersion: review['apiVersion'],
          kind: review['kind'],
          response: { uid, ...answer },
        }),
      )
    })
  })
  const port = (): number => (server.address() as AddressInfo).port
  const caBundle = Buffer.from(authority.certificate).toString('base64')
  return {
    asked,
    answers,
    port,
    server,
    config: (path) => ({ url: `https://127.0.0.1:${port()}${path}`, caBundle }),
  }
}

const hook = openHook()
let test: TestServer
before(async () => {
  await new Promise<void>((resolve) => hook.server.listen(0, '127.0.0.1', resolve))
  test = await openTestServer({
    controllers: { serviceAccounts: false },
    resolveService: ({ name }) => (name === 'hooks' ? { host: '127.0.0.1', port: hook.port() } : undefined),
  })
})
after(async () => {
  await test.close()
  hook.server.close()
})

const configurations = '/apis/admissionregistration.k8s.io/v1'
const configMapRule = {
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
}

async function register(
  kind: 'mutating' | 'validating',
  webhooks: readonly JsonObject[],
): Promise<() => Promise<unknown>> {
  const path = `${configurations}/${kind}webhookconfigurations`
  const complete = webhooks.map((webhook, index) => ({
    name: `hook-${index}.example.com`,
    rules: [configMapRule],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 1,
    ...webhook,
  }))
  const { status, text } = await test.call('POST', path, {
    metadata: { name: `${kind}-test` },
    webhooks: complete,
  })
  assert.equal(status, 201, text)
  return () => test.call('DELETE', `${path}/${kind}-test`)
}

const patchOf = (operations: Json): JsonObject => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
})

describe('mutating webhooks', () => {
  it('change what is stored, one after another, and are told everything about the request', async () => {
    hook.answers.set('/one', () => patchOf([{ op: 'add', path: '/data/one', value: '1' }]))
    hook.answers.set('/two', ({ object }) =>
      patchOf([
        {
          op: 'add',
          path: '/data/two',
          value: String(((object as KubeObject)['data'] as JsonObject)['one']),
        },
      ]),
    )
    const remove = await register('mutating', [
      { clientConfig: hook.config('/one') },
      { clientConfig: hook.config('/two') },
    ])
    hook.asked.length = 0
    const { body } = await test.call(
      'POST',
      `${configMapsPath}?fieldManager=me`,
      configMap('m', { own: 'x' }),
    )
    assert.deepEqual(body['data'], { own: 'x', one: '1', two: '1' })
    const { kind, apiVersion, request } = (hook.asked[0] ?? {}) as {
      kind: string
      apiVersion: string
      request: JsonObject
    }
    assert.deepEqual([kind, apiVersion], ['AdmissionReview', 'admission.k8s.io/v1'])
    const { operation, name, namespace, userInfo, oldObject, dryRun, resource, requestKind, options } =
      request
    assert.deepEqual([operation, name, namespace, oldObject, dryRun], ['CREATE', 'm', 'default', null, false])
    assert.equal((userInfo as JsonObject)['username'], 'admin')
    assert.deepEqual(
      [resource, requestKind],
      [
        { group: '', version: 'v1', resource: 'configmaps' },
        { group: '', version: 'v1', kind: 'ConfigMap' },
      ],
    )
    assert.equal((options as JsonObject)['fieldManager'], 'me')
    await remove()
  })

  it('see the object again when a later one has changed it, if they asked for that', async () => {
    let seen = 0
    hook.answers.set('/again', () => {
      seen++
      return { allowed: true }
    })
    hook.answers.set('/late', () => patchOf([{ op: 'add', path: '/data/late', value: 'x' }]))
    const remove = await register('mutating', [
      { clientConfig: hook.config('/again'), reinvocationPolicy: 'IfNeeded' },
      { clientConfig: hook.config('/late') },
    ])
    await test.call('POST', configMapsPath, configMap('again', { own: 'x' }))
    assert.equal(seen, 2)
    await remove()
  })

  it('are found behind a Service', async () => {
    hook.answers.set('/served', () => patchOf([{ op: 'add', path: '/data/served', value: 'yes' }]))
    const service = { namespace: 'default', name: 'hooks', path: '/served', port: 443 }
    const { caBundle } = hook.config('/') as { caBundle: string }
    const remove = await register('mutating', [{ clientConfig: { service, caBundle } }])
    const { body } = await test.call('POST', configMapsPath, configMap('behind', { own: 'x' }))
    assert.deepEqual(body['data'], { own: 'x', served: 'yes' })
    await remove()
  })

  it('that take longer than a write may are waited for no more, and nothing is stored', async () => {
    hook.answers.set('/slow', () => {
      test.advance(35_000)
      return { allowed: true }
    })
    const slow = { clientConfig: hook.config('/slow'), failurePolicy: 'Ignore' }
    const remove = await register('mutating', [slow, slow])
    const { status, body } = await test.call('POST', configMapsPath, configMap('slow'))
    assert.deepEqual([status, body['reason'], body['details']], [504, 'Timeout', {}])
    assert.match(String(body['message']), /^Timeout: request did not complete within requested timeout/)
    assert.equal((await test.call('GET', `${configMapsPath}/slow`)).status, 404)
    await remove()
  })
})

describe('validating webhooks', () => {
  type Answered = [name: string, answer: Answer, webhook: JsonObject, status: number, says: RegExp]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Answered[] = [
    ['one that allows',                    () => ({ allowed: true }),                                                    {},                          201, /configmap|ConfigMap/],
    ['one that refuses with a message',    () => ({ allowed: false, status: { message: 'not today' } }),                 {},                          400, /^admission webhook "hook-0.example.com" denied the request: not today$/],
    ['one that refuses with a code',       () => ({ allowed: false, status: { code: 403, reason: 'Forbidden' } }),       {},                          403, /denied the request: Forbidden$/],
    ['one that refuses in silence',        () => ({ allowed: false }),                                                   {},                          400, /denied the request without explanation$/],
    ['one that answers with a word',       () => Buffer.from('hello'),                                                   {},                          500, /json parse error: json: cannot unmarshal string/],
    ['one that answers with megabytes that are no JSON', () => Buffer.from(']'.repeat(3_000_000)),                       {},                          500, /json parse error: invalid character ']'/],
    ['one that does not answer',           () => 'silence',                                                              {},                          500, /failed calling webhook "hook-0.example.com": failed to call webhook: Post .*context deadline exceeded/],
    ['one that need not answer',           () => 'silence',                                                              { failurePolicy: 'Ignore' }, 201, /ConfigMap/],
    ['one that answers somebody else',     () => ({ uid: 'other', allowed: true }),                                      {},                          500, /expected response.uid/],
    ['one that cannot be reached',         () => ({}),                                                                   { clientConfig: { url: 'https://127.0.0.1:1/x' } }, 500, /ECONNREFUSED/],
    ['one that wants other labels',        () => ({ allowed: false }),                                                   { objectSelector: { matchLabels: { a: 'b' } } },    201, /ConfigMap/],
    ['one that wants other namespaces',    () => ({ allowed: false }),                                                   { namespaceSelector: { matchLabels: { a: 'b' } } }, 201, /ConfigMap/],
    ['one that wants this namespace',      () => ({ allowed: false }),                                                   { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } } }, 400, /denied/],
    ['one that wants other operations',    () => ({ allowed: false }),                                                   { rules: [{ ...configMapRule, operations: ['DELETE'] }] }, 201, /ConfigMap/],
    ['one that wants everything',          () => ({ allowed: false }),                                                   { rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }] }, 400, /denied/],
    ['one that wants subresources only',   () => ({ allowed: false }),                                                   { rules: [{ ...configMapRule, resources: ['configmaps/status'] }] }, 201, /ConfigMap/],
  ]
  for (const [index, [name, answer, webhook, status, says]] of cases.entries()) {
    it(`${name}: ${status}`, async () => {
      hook.answers.set('/validate', answer)
      const remove = await register('validating', [{ clientConfig: hook.config('/validate'), ...webhook }])
      const {
        status: answered,
        body,
        text,
      } = await test.call('POST', configMapsPath, configMap(`v-${index}`))
      await remove()
      assert.equal(answered, status, text)
      assert.match(status === 201 ? body.kind : String(body['message']), says)
    })
  }

  it('send their warnings to the client', async () => {
    hook.answers.set('/warn', () => ({ allowed: true, warnings: ['mind the gap'] }))
    const remove = await register('validating', [{ clientConfig: hook.config('/warn') }])
    assert.deepEqual((await test.call('POST', configMapsPath, configMap('warned'))).warnings, [
      'mind the gap',
    ])
    await remove()
  })

  it('with side effects are not asked under dryRun', async () => {
    const remove = await register('validating', [
      { clientConfig: hook.config('/x'), sideEffects: 'NoneOnDryRun' },
    ])
    hook.answers.set('/x', () => ({ allowed: true }))
    assert.equal((await test.call('POST', `${configMapsPath}?dryRun=All`, configMap('dry'))).status, 201)
    await remove()
  })

  it('see what is deleted as the old object', async () => {
    hook.answers.set('/delete', ({ operation }) => ({
      allowed: operation !== 'DELETE',
      status: { message: 'stay' },
    }))
    await test.call('POST', configMapsPath, configMap('kept'))
    const remove = await register('validating', [{ clientConfig: hook.config('/delete') }])
    hook.asked.length = 0
    const { status } = await test.call('DELETE', `${configMapsPath}/kept`)
    const { object, oldObject } = (hook.asked[0]?.['request'] ?? {}) as JsonObject
    await remove()
    assert.deepEqual([status, object, (oldObject as KubeObject).metadata.name], [400, null, 'kept'])
  })
})

describe('conversion webhooks', () => {
  const anything = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const versions = [
    { name: 'v1', served: true, storage: true, schema: anything },
    { name: 'v2', served: true, storage: false, schema: anything },
  ]
  const newPath = widgetsPath.replace('/v1/', '/v2/')

  /** `spec.size` of v1 is `spec.length` of v2. */
  const convert: Answer = ({ desiredAPIVersion, objects }) => ({
    result: { status: 'Success' },
    convertedObjects: (objects as readonly KubeObject[]).map((object) => {
      const spec = object['spec'] as { size?: number; length?: number }
      const converted =
        desiredAPIVersion === 'example.com/v2' ? { length: spec.size ?? 0 } : { size: spec.length ?? 0 }
      return {
        ...object,
        apiVersion: desiredAPIVersion,
        metadata: { ...object.metadata, resourceVersion: 'tampered' },
        spec: converted,
      } as unknown as Json
    }),
  })

  before(async () => {
    hook.answers.set('/convert', convert)
    const conversion = {
      strategy: 'Webhook',
      webhook: { clientConfig: hook.config('/convert'), conversionReviewVersions: ['v1'] },
    }
    const { status, text } = await test.call(
      'POST',
      definitionsPath,
      widgetDefinition({ spec: { versions, conversion } }),
    )
    assert.equal(status, 201, text)
    await test.call('POST', widgetsPath, widget('w1', { spec: { size: 1 } }))
    await test.call('POST', newPath, {
      ...widget('w2', { spec: { length: 2 } }),
      apiVersion: 'example.com/v2',
    })
  })

  it('show objects in every version, whichever they were written in', async () => {
    assert.deepEqual((await test.call('GET', `${newPath}/w1`)).body['spec'], { length: 1 })
    assert.deepEqual((await test.call('GET', `${widgetsPath}/w2`)).body['spec'], { size: 2 })
  })

  it('are asked once for a whole list, and not again for what they converted', async () => {
    await test.call('PATCH', `${widgetsPath}/w1`, { spec: { size: 11 } }, mergePatch)
    await test.call('PATCH', `${widgetsPath}/w2`, { spec: { size: 22 } }, mergePatch)
    hook.asked.length = 0
    const { body } = await test.call('GET', newPath)
    assert.deepEqual(
      (body['items'] as readonly KubeObject[]).map(({ spec }) => spec),
      [{ length: 11 }, { length: 22 }],
    )
    await test.call('GET', newPath)
    assert.equal(hook.asked.length, 1)
  })

  it('convert what watches show, in order', async () => {
    const watch = await test.watch(`${newPath}?watch=true&fieldSelector=metadata.name%3Dw1`)
    await test.call('PATCH', `${widgetsPath}/w1`, { spec: { size: 5 } }, mergePatch)
    await test.call('PATCH', `${widgetsPath}/w1`, { spec: { size: 6 } }, mergePatch)
    const events = await watch.events(3)
    assert.deepEqual(
      events.map(({ type, object }) => [type, object['spec']]),
      [
        ['ADDED', { length: 11 }],
        ['MODIFIED', { length: 5 }],
        ['MODIFIED', { length: 6 }],
      ],
    )
    watch.close()
  })

  it('cannot change metadata beyond labels and annotations', async () => {
    const { body } = await test.call('GET', `${newPath}/w1`)
    assert.match(String((body.metadata as JsonObject)['resourceVersion']), /^\d+$/)
  })

  it('that fail are told to the client', async () => {
    await test.call('PATCH', `${widgetsPath}/w1`, { spec: { size: 7 } }, mergePatch)
    hook.answers.set('/convert', () => ({ result: { status: 'Failure', message: 'cannot' } }))
    const { status, body } = await test.call('GET', `${newPath}/w1`)
    assert.equal(status, 500)
    assert.match(
      String(body['message']),
      /conversion webhook for example.com\/v1, Kind=Widget failed: cannot/,
    )
  })
})
