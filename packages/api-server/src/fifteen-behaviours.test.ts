import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from './json/json.ts'
import type { MessageWriter } from './openapi/message-writer.ts'
import { envelopeOf } from './protobuf/envelope.testing.ts'
import {
  adminToken,
  applyPatch,
  configMap,
  configMapsPath,
  definitionsPath,
  eventually,
  mergePatch,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from './server.testing.ts'
import { openMemoryStore } from './store/memory-store.ts'

/** The behaviours that break real clients when they are missing, numbered as in the contract for this server. */

let test: TestServer
before(async () => {
  test = await openTestServer()
  await test.call('POST', definitionsPath, widgetDefinition({ version: { subresources: { status: {} } } }))
})
after(() => test.close())

const meta = ({ metadata }: KubeObject): JsonObject => metadata as JsonObject
const revisionOf = (object: KubeObject): number => Number(meta(object)['resourceVersion'])
const currentRevision = async (): Promise<number> =>
  revisionOf((await test.call('GET', `${configMapsPath}?limit=1`)).body)

describe('behaviours that real clients break without', () => {
  it('1. protobuf request bodies are read, and zero is told from absent', async () => {
    const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' }
    const namespace = envelopeOf('v1', 'Namespace', (object) => {
      object.message(1, (metadata) => {
        metadata.text(1, 'from-protobuf')
        metadata.text(2, '')
        metadata.message(8, () => undefined)
      })
      object.message(2, () => undefined)
      object.message(3, () => undefined)
    })
    const { status, body } = await test.call('POST', '/api/v1/namespaces', Buffer.from(namespace), headers)
    assert.deepEqual(
      [status, body.metadata.name, meta(body)['generateName']],
      [201, 'from-protobuf', undefined],
    )
    const label = (entry: MessageWriter): void => {
      entry.text(1, 'a')
      entry.text(2, 'b')
    }
    const deployment = envelopeOf('apps/v1', 'Deployment', (object) => {
      object.message(1, (metadata) => metadata.text(1, 'none-wanted'))
      object.message(2, (spec) => {
        spec.integer(1, 99)
        spec.message(2, (selector) => selector.message(1, label))
        spec.message(3, (template) => {
          template.message(1, (metadata) => metadata.message(11, label))
          template.message(2, (pod) =>
            pod.message(2, (container) => {
              container.text(1, 'c')
              container.text(2, 'i')
            }),
          )
        })
      })
    })
    // The writer leaves out zeros as proto3 does; Go writes those of pointers.
    const bytes = Buffer.from(deployment)
    bytes[bytes.indexOf(Buffer.from([0x08, 99])) + 1] = 0
    const zero = await test.call('POST', '/apis/apps/v1/namespaces/default/deployments', bytes, headers)
    assert.deepEqual(
      [zero.status, (zero.body['spec'] as JsonObject)['replicas']],
      [201, 0],
      'absent would mean one',
    )
    const options = envelopeOf('apps/v1', 'DeleteOptions', (object) => object.text(4, 'Background'))
    await test.call('POST', configMapsPath, configMap('by-protobuf'))
    assert.equal(
      (await test.call('DELETE', `${configMapsPath}/by-protobuf`, Buffer.from(options), headers)).status,
      200,
    )
  })

  it('2. a watch that asks for initial events gets the bookmark that ends them', async () => {
    const query =
      'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'
    const watch = await test.watch(`${widgetsPath}?${query}`)
    const [event] = await watch.events(1)
    assert.equal(event?.type, 'BOOKMARK')
    assert.deepEqual(meta(event.object)['annotations'], { 'k8s.io/initial-events-end': 'true' })
    watch.close()
  })

  it('3. discovery answers with exactly the media type that was asked for', async () => {
    for (const version of ['v2', 'v2beta1']) {
      const accept = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`
      for (const path of ['/api', '/apis']) {
        const { headers, body } = await test.call('GET', path, undefined, {
          accept: `${accept},application/json`,
        })
        assert.deepEqual(
          [headers['Content-Type'], body.apiVersion],
          [accept, `apidiscovery.k8s.io/${version}`],
        )
      }
    }
  })

  it('4. an expired revision is an ERROR event inside a 200 stream, and a 410 that helps on for a list', async () => {
    const now = (): number => 0
    const store = openMemoryStore({ now, history: { maxAgeMs: 1, maxEvents: 3, maxBytes: 1e9 } })
    const forgetful = await openTestServer({ store })
    for (const name of ['a', 'b', 'c', 'd']) await forgetful.call('POST', configMapsPath, configMap(name))
    const watch = await forgetful.watch(`${configMapsPath}?watch=true&resourceVersion=1`)
    const [event] = await watch.events(1)
    assert.deepEqual(
      [watch.status, event?.type, event?.object['code'], event?.object['reason']],
      [200, 'ERROR', 410, 'Expired'],
    )
    await watch.ended
    const page = (await forgetful.call('GET', `${configMapsPath}?limit=2`)).body
    for (const name of ['e', 'f', 'g', 'h']) await forgetful.call('POST', configMapsPath, configMap(name))
    const next = await forgetful.call(
      'GET',
      `${configMapsPath}?limit=2&continue=${String(meta(page)['continue'])}`,
    )
    assert.deepEqual([next.status, next.body['reason']], [410, 'Expired'])
    const resumed = await forgetful.call(
      'GET',
      `${configMapsPath}?continue=${String(meta(next.body)['continue'])}`,
    )
    assert.deepEqual(
      (resumed.body['items'] as readonly KubeObject[]).map(({ metadata }) => metadata.name),
      ['c', 'd', 'e', 'f', 'g', 'h'],
    )
    await forgetful.close()
  })

  it('5. the end of an object carries the revision of the end, and leaving a selection is an end', async () => {
    const all = await test.watch(`${configMapsPath}?watch=true&fieldSelector=metadata.name%3Dfive`)
    const some = await test.watch(`${configMapsPath}?watch=true&labelSelector=five`)
    await test.call('POST', configMapsPath, configMap('five', {}, { labels: { five: '' } }))
    await test.call('PATCH', `${configMapsPath}/five`, { metadata: { labels: null } }, mergePatch)
    const left = await currentRevision()
    await test.call('DELETE', `${configMapsPath}/five`)
    const ended = await currentRevision()
    assert.deepEqual((await all.events(3)).map(({ type, object }) => [type, revisionOf(object)]).at(-1), [
      'DELETED',
      ended,
    ])
    assert.deepEqual((await some.events(2)).map(({ type, object }) => [type, revisionOf(object)]).at(-1), [
      'DELETED',
      left,
    ])
    all.close()
    some.close()
  })

  it('6. a write that changes nothing makes no revision and no event, apply included', async () => {
    const config = widget('six', { spec: { a: 1 } })
    const apply = (): Promise<{ body: KubeObject }> =>
      test.call('PATCH', `${widgetsPath}/six?fieldManager=me`, config, applyPatch)
    const first = (await apply()).body
    test.advance(60_000)
    const watch = await test.watch(
      `${widgetsPath}?watch=true&resourceVersion=${revisionOf(first)}&fieldSelector=metadata.name%3Dsix`,
    )
    const second = (await apply()).body
    const put = (await test.call('PUT', `${widgetsPath}/six`, second)).body
    const patched = (await test.call('PATCH', `${widgetsPath}/six`, { spec: { a: 1 } }, mergePatch)).body
    assert.deepEqual([second, put, patched].map(revisionOf), Array(3).fill(revisionOf(first)))
    assert.deepEqual(meta(second)['managedFields'], meta(first)['managedFields'])
    await test.call('PATCH', `${widgetsPath}/six`, { spec: { a: 2 } }, mergePatch)
    assert.deepEqual(await watch.shown(1), ['MODIFIED six'])
    watch.close()
  })

  it('7. OpenAPI v2 is protobuf and v3 has a PATCH with fieldValidation for every kind', async () => {
    const v2 = await test.call('GET', '/openapi/v2', undefined, {
      accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
    })
    assert.deepEqual([v2.status, v2.text.startsWith('{')], [200, false])
    const { body } = await test.call('GET', '/openapi/v3')
    for (const group of ['api/v1', 'apis/example.com/v1']) {
      const { serverRelativeURL } = (body['paths'] as JsonObject)[group] as {
        readonly serverRelativeURL: string
      }
      const document = (await test.call('GET', serverRelativeURL)).body
      const items = Object.values(document['paths'] as JsonObject) as readonly JsonObject[]
      const patches = items.flatMap(
        (item) => (item['patch'] as JsonObject | undefined) ?? [],
      ) as readonly JsonObject[]
      const kind = group === 'api/v1' ? 'Namespace' : 'Widget'
      const own = patches.filter(
        (patch) => (patch['x-kubernetes-group-version-kind'] as JsonObject)['kind'] === kind,
      )
      assert.ok(own.length > 0)
      assert.ok(own.every((patch) => JSON.stringify(patch).includes('fieldValidation')))
    }
  })

  it('8. a watch from revision 0 begins with what is there', async () => {
    await test.call('POST', configMapsPath, configMap('eight'))
    const watch = await test.watch(
      `${configMapsPath}?fieldSelector=metadata.name%3Deight&resourceVersion=0&watch=true`,
    )
    assert.deepEqual(await watch.shown(1), ['ADDED eight'])
    watch.close()
  })

  it('9. apply knows who owns what: conflicts are named, list items are told apart by keys with their defaults', async () => {
    const services = '/api/v1/namespaces/default/services'
    const config = (port: JsonObject): Json => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'nine' },
      spec: { ports: [port] },
    })
    const { body } = await test.call(
      'PATCH',
      `${services}/nine?fieldManager=a`,
      config({ port: 80, name: 'web' }),
      applyPatch,
    )
    const [entry] = meta(body)['managedFields'] as readonly JsonObject[]
    assert.ok(JSON.stringify(entry).includes('k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}'))
    const conflict = await test.call(
      'PATCH',
      `${services}/nine?fieldManager=b`,
      config({ port: 80, name: 'other' }),
      applyPatch,
    )
    assert.equal(conflict.status, 409)
    const [cause] = (conflict.body['details'] as JsonObject)['causes'] as readonly JsonObject[]
    assert.deepEqual(
      [cause?.['reason'], cause?.['field']],
      ['FieldManagerConflict', '.spec.ports[port=80,protocol="TCP"].name'],
    )
    const dry = await test.call(
      'PATCH',
      `${services}/nine?fieldManager=b&force=true&dryRun=All`,
      config({ port: 80, name: 'other' }),
      applyPatch,
    )
    assert.deepEqual(
      (meta(dry.body)['managedFields'] as readonly JsonObject[]).map(({ manager }) => manager),
      ['a', 'b'],
    )
  })

  it('10. status and spec are written apart, and generations count the spec', async () => {
    const object = widget('ten', { spec: { a: 1 }, status: { b: 1 } })
    const created = (await test.call('POST', widgetsPath, object)).body
    const reported = (
      await test.call(
        'PATCH',
        `${widgetsPath}/ten/status`,
        { metadata: { labels: { x: 'y' } }, status: { b: 2 } },
        mergePatch,
      )
    ).body
    const changed = (
      await test.call('PATCH', `${widgetsPath}/ten`, { spec: { a: 2 }, status: { b: 3 } }, mergePatch)
    ).body
    assert.deepEqual(
      [created, reported, changed].map((each) => [meta(each)['generation'], each['status'] ?? null]),
      [
        [1, null],
        [1, { b: 2 }],
        [2, { b: 2 }],
      ],
    )
    assert.equal(meta(reported)['labels'], undefined)
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const deployment = {
      metadata: { name: 'ten' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    }
    const path = '/apis/apps/v1/namespaces/default/deployments'
    await test.call('POST', path, deployment)
    const annotated = (
      await test.call('PATCH', `${path}/ten`, { metadata: { annotations: { a: 'b' } } }, mergePatch)
    ).body
    assert.equal(meta(annotated)['generation'], 2, 'annotations of a Deployment count')
  })

  it('11. finalizers hold an object, no new ones come while it goes, and the last one takes it along', async () => {
    await test.call(
      'POST',
      widgetsPath,
      widget('eleven', { metadata: { name: 'eleven', finalizers: ['a.b/c'] } }),
    )
    const marked = await test.call('DELETE', `${widgetsPath}/eleven`)
    assert.deepEqual([marked.status, marked.body.kind, meta(marked.body)['generation']], [200, 'Widget', 2])
    const late = await test.call(
      'PATCH',
      `${widgetsPath}/eleven`,
      { metadata: { finalizers: ['a.b/c', 'd.e/f'] } },
      mergePatch,
    )
    assert.equal(late.status, 422)
    await test.call('PATCH', `${widgetsPath}/eleven`, { metadata: { finalizers: [] } }, mergePatch)
    assert.equal((await test.call('GET', `${widgetsPath}/eleven`)).status, 404)
    await test.call('POST', configMapsPath, configMap('eleven'))
    await test.call('DELETE', `${configMapsPath}/eleven`, { propagationPolicy: 'Foreground' })
    await eventually(async () => (await test.call('GET', `${configMapsPath}/eleven`)).status === 404)
  })

  it('12. a deleted namespace takes no new objects, loses the old ones and really goes', async () => {
    await test.call('POST', '/api/v1/namespaces', { metadata: { name: 'twelve' } })
    await test.call(
      'POST',
      '/api/v1/namespaces/twelve/configmaps',
      configMap('a', {}, { finalizers: ['a.b/c'] }),
    )
    await test.call('DELETE', '/api/v1/namespaces/twelve')
    const refused = await test.call('POST', '/api/v1/namespaces/twelve/configmaps', configMap('b'))
    assert.deepEqual(
      [refused.status, JSON.stringify(refused.body['details']).includes('NamespaceTerminating')],
      [403, true],
    )
    await test.call(
      'PATCH',
      '/api/v1/namespaces/twelve/configmaps/a',
      { metadata: { finalizers: null } },
      mergePatch,
    )
    await eventually(async () => (await test.call('GET', '/api/v1/namespaces/twelve')).status === 404)
  })

  it('13. concurrency is optimistic: CRs need a revision, patches never conflict by accident, leases appear on update', async () => {
    await test.call('POST', widgetsPath, widget('thirteen'))
    assert.equal(
      (await test.call('PUT', `${widgetsPath}/thirteen`, widget('thirteen', { spec: {} }))).status,
      422,
    )
    const patches = Array.from({ length: 10 }, (_, index) =>
      test.call('PATCH', `${widgetsPath}/thirteen`, { spec: { [`k${index}`]: 1 } }, mergePatch),
    )
    assert.deepEqual([...new Set((await Promise.all(patches)).map(({ status }) => status))], [200])
    const stale = await test.call(
      'PUT',
      `${widgetsPath}/thirteen`,
      widget('thirteen', { metadata: { name: 'thirteen', resourceVersion: '1' } }),
    )
    assert.deepEqual([stale.status, stale.body['reason']], [409, 'Conflict'])
    assert.equal(
      (
        await test.call('PUT', '/apis/coordination.k8s.io/v1/namespaces/default/leases/l', {
          metadata: { name: 'l' },
        })
      ).status,
      201,
    )
    const twice = await test.call('POST', widgetsPath, widget('thirteen'))
    assert.deepEqual([twice.status, twice.body['reason']], [409, 'AlreadyExists'])
  })

  it('14. what is not served is a 404, never empty, and metadata watches show metadata', async () => {
    for (const path of ['/apis/example.com/v9', '/apis/example.com/v1/gears', '/apis/nobody.io/v1']) {
      assert.equal((await test.call('GET', path)).status, 404)
    }
    const missing = await test.call('POST', '/api/v1/namespaces/fourteen/configmaps', configMap('a'))
    assert.deepEqual([missing.status, (missing.body['details'] as JsonObject)['kind']], [404, 'namespaces'])
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
    const watch = await test.watch(`${configMapsPath}?watch=true&fieldSelector=metadata.name%3Dfourteen`, {
      accept,
    })
    await test.call('POST', configMapsPath, configMap('fourteen', { a: 'b' }))
    const [event] = await watch.events(1)
    assert.deepEqual(Object.keys(event?.object ?? {}), ['kind', 'apiVersion', 'metadata'])
    watch.close()
  })

  it('15. connections stay open longer than clients keep them, heads are flushed, watches are not compressed', async () => {
    const open = await test.server.listen()
    const headers = { authorization: `Bearer ${adminToken}`, 'accept-encoding': 'gzip' }
    const plain = await fetch(`${open.url}/version`, { headers })
    assert.match(plain.headers.get('keep-alive') ?? '', /timeout=1[12]\d/)
    const quiet = await fetch(`${open.url}/api/v1/namespaces/nowhere/configmaps?watch=true`, {
      headers,
      signal: AbortSignal.timeout(5000),
    })
    assert.deepEqual([quiet.status, quiet.headers.get('content-encoding')], [200, null])
    await quiet.body?.cancel()
    const long = `a in (${Array.from({ length: 5000 }, (_, index) => `v${index}`).join()})`
    assert.equal(
      (await fetch(`${open.url}/api/v1/pods?labelSelector=${encodeURIComponent(long)}`, { headers })).status,
      200,
    )
  })
})
