import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject } from '../json/json.ts'
import {
  applyPatch,
  configMap,
  configMapsPath,
  definitionsPath,
  mergePatch,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer()
  await test.call('POST', definitionsPath, widgetDefinition())
})
after(() => test.close())

describe('create', () => {
  it('fills in what only the server may say', async () => {
    const forged = {
      uid: 'mine',
      creationTimestamp: '2000-01-01T00:00:00Z',
      deletionTimestamp: '2000-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 5,
    }
    const { status, body } = await test.call('POST', configMapsPath, configMap('filled', { a: 'b' }, forged))
    const { uid, creationTimestamp, resourceVersion, namespace, ...rest } = body.metadata as JsonObject
    assert.equal(status, 201)
    assert.match(String(uid), /^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    assert.equal(creationTimestamp, '2026-01-01T00:00:00Z')
    assert.match(String(resourceVersion), /^\d+$/)
    assert.equal(namespace, 'default')
    assert.deepEqual(Object.keys(rest).sort(), ['managedFields', 'name'])
  })

  it('makes a name out of generateName, without letters that could spell something', async () => {
    const long = 'x'.repeat(70)
    for (const generateName of ['job-', long]) {
      const { body } = await test.call('POST', configMapsPath, { metadata: { generateName } })
      const { name } = body.metadata
      assert.equal(name.slice(0, -5), generateName.slice(0, 58))
      assert.match(name.slice(-5), /^[bcdfghjklmnpqrstvwxz2456789]{5}$/)
    }
  })

  it('ignores generateName where there is a name', async () => {
    const { body } = await test.call('POST', configMapsPath, {
      metadata: { name: 'own', generateName: 'job-' },
    })
    assert.equal(body.metadata.name, 'own')
  })

  it('takes kind and version from the URL where a built-in object leaves them out', async () => {
    const { status, body } = await test.call('POST', configMapsPath, { metadata: { name: 'bare' } })
    assert.deepEqual([status, body.kind, body.apiVersion], [201, 'ConfigMap', 'v1'])
  })

  it('reads YAML as it reads JSON', async () => {
    const yaml = Buffer.from('metadata:\n  name: yamled\ndata:\n  a: "b"\n')
    const { status, body } = await test.call('POST', configMapsPath, yaml, {
      'content-type': 'application/yaml',
    })
    assert.deepEqual([status, body['data']], [201, { a: 'b' }])
  })

  it('under dryRun answers as if it had happened, without a revision, and nothing happens', async () => {
    const { status, body } = await test.call('POST', `${configMapsPath}?dryRun=All`, configMap('dry'))
    assert.equal(status, 201)
    assert.equal((body.metadata as JsonObject)['resourceVersion'], undefined)
    assert.equal((await test.call('GET', `${configMapsPath}/dry`)).status, 404)
  })

  it('drops the status of a kind that has a status of its own to write to', async () => {
    const version = { subresources: { status: {} } }
    const spec = { names: { plural: 'gadgets', kind: 'Gadget' } }
    const definition = widgetDefinition({ version, spec })
    await test.call('POST', definitionsPath, { ...definition, metadata: { name: 'gadgets.example.com' } })
    const gadget = {
      apiVersion: 'example.com/v1',
      kind: 'Gadget',
      metadata: { name: 'g' },
      status: { on: true },
    }
    const { status, body } = await test.call(
      'POST',
      '/apis/example.com/v1/namespaces/default/gadgets',
      gadget,
    )
    assert.deepEqual([status, body['status']], [201, undefined])
  })

  it('treats the key __proto__ as the data that it is', async () => {
    const text =
      '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"proto"},"spec":{"__proto__":{"polluted":true}}}'
    const { status } = await test.call('POST', widgetsPath, Buffer.from(text), {
      'content-type': 'application/json',
    })
    const { text: stored } = await test.call('GET', `${widgetsPath}/proto`)
    assert.equal(status, 201)
    assert.match(stored, /"spec":\{"__proto__":\{"polluted":true\}\}/)
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  })

  it('keeps integers that a double cannot hold', async () => {
    const text =
      '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"big"},"spec":{"n":9007199254740993}}'
    await test.call('POST', widgetsPath, Buffer.from(text), { 'content-type': 'application/json' })
    assert.match((await test.call('GET', `${widgetsPath}/big`)).text, /"n":9007199254740993/)
  })

  it('of more than can be stored is refused, and of less goes without managedFields where these are too much', async () => {
    const fill = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a-name-of-some-length-${index}`, 1]))
    const large = { ...widget('large'), spec: fill(30_000) }
    const { status, body } = await test.call('POST', widgetsPath, large)
    assert.equal(status, 201)
    assert.equal(Object.hasOwn(body.metadata, 'managedFields'), false)
    const applied = { ...widget('applied'), spec: fill(30_000) }
    const refused = [
      await test.call('PATCH', `${widgetsPath}/applied?fieldManager=me`, applied, applyPatch),
      await test.call('PATCH', `${widgetsPath}/large`, { more: 'x'.repeat(800_000) }, mergePatch),
      await test.call('POST', widgetsPath, { ...widget('huge'), spec: { text: 'x'.repeat(1_600_000) } }),
    ]
    for (const answer of refused)
      assert.deepEqual([answer.status, answer.body['message']], [500, 'etcdserver: request is too large'])
    assert.deepEqual(test.mistakes, [])
  })

  it('that is wrong everywhere, each time with a long text, is told as much as somebody reads', async () => {
    const items = { type: 'string', enum: Array.from({ length: 100 }, (_, at) => `${'x'.repeat(200)}${at}`) }
    const properties = { list: { type: 'array', items } }
    const schema = { openAPIV3Schema: { type: 'object', properties } }
    const other = await openTestServer()
    await other.call('POST', definitionsPath, widgetDefinition({ version: { schema } }))
    const wrong = { ...widget('wrong'), list: Array.from({ length: 2_000 }, () => 'y') }
    const { status, text } = await other.call('POST', widgetsPath, wrong)
    assert.equal(status, 422)
    assert.match(text, /, and \d+ more\]/)
    assert.ok(text.length < 4_000_000, `${text.length} characters`)
    await other.close()
  })

  it('that its defaults make more than an object may hold is refused, and nothing of it is stored', async () => {
    const one = { type: 'integer', default: 1 }
    const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, one]))
    const list = { type: 'array', items: { type: 'object', properties } }
    const schema = { openAPIV3Schema: { type: 'object', properties: { list } } }
    const other = await openTestServer()
    await other.call('POST', definitionsPath, widgetDefinition({ version: { schema } }))
    const large = { ...widget('large'), list: Array.from({ length: 1_000 }, () => ({})) }
    const { status, text } = await other.call('POST', widgetsPath, large)
    assert.equal(status, 413)
    assert.match(text, /with the defaults of its schema it holds more than an object may/)
    assert.equal((await other.call('GET', `${widgetsPath}/large`)).status, 404)
    await other.close()
  })

  type Refused = [name: string, body: Json | Buffer, status: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refusals: Refused[] = [
    ['name taken',              configMap('filled'),                                      409, /configmaps "filled" already exists/,                       'names are unique'],
    ['no name at all',          { metadata: {} },                                         422, /metadata.name: Required value: name or generateName/,     'an object needs one'],
    ['no valid name',           configMap('No Name'),                                     422, /metadata.name: Invalid value: "No Name"/,                 'not a DNS subdomain'],
    ['another namespace',       configMap('x', {}, { namespace: 'kube-system' }),         400, /does not match the namespace sent on the request/,        'the URL decides'],
    ['another version',         { ...configMap('x'), apiVersion: 'v7' },                  400, /no kind "ConfigMap" is registered for version "v7"/,      'the URL decides'],
    ['another kind',            { ...configMap('x'), kind: 'Secret' },                    400, /cannot be handled as a ConfigMap/,                        'the URL decides'],
    ['a kind of another group', { ...configMap('x'), apiVersion: 'apps/v1', kind: 'Deployment' }, 400, /converting \(v1\.Deployment\) to \(core\.ConfigMap\): unknown conversion/, 'it can be read and is something else'],
    ['a malformed version',     { ...configMap('x'), apiVersion: 'a/b/c' },               400, /unexpected GroupVersion string: a\/b\/c \(/,             'nobody can tell what it is'],
    ['metadata of a text',      { metadata: 'x' },                                        400, /Go struct field ConfigMap\.metadata of type v1\.ObjectMeta/, 'it is read like the rest'],
    ['a resource version',      configMap('x', {}, { resourceVersion: '1' }),             500, /resourceVersion should not be set/,                       'there is nothing to be at that version'],
    ['a wrong type',            { metadata: { name: 'x' }, data: { a: true } },           400, /cannot unmarshal bool into Go struct field ConfigMap.data/, 'ConfigMaps hold texts'],
    ['a wrong label',           configMap('x', {}, { labels: { 'a b': 'c' } }),           422, /metadata.labels: Invalid value: "a b"/,                   'labels have a syntax'],
    ['two controllers',         configMap('x', {}, { ownerReferences: [1, 2].map((n) => ({ apiVersion: 'v1', kind: 'Pod', name: `p${n}`, uid: `u${n}`, controller: true })) }), 422, /Only one reference can have Controller set to true/, 'one controls'],
    ['no JSON',                 Buffer.from('{"a":'),                                     400, /unexpected end of JSON input/,                            'broken text'],
    ['no object',               [],                                                       400, /cannot unmarshal array/,                                  'a list is no object'],
    ['nothing',                 Buffer.from(''),                                          400, /<empty>/,                                                 'no body at all'],
  ]
  for (const [name, body, status, says, because] of refusals) {
    it(`${name}: ${status}, because: ${because}`, async () => {
      const { status: answered, body: answer } = await test.call('POST', configMapsPath, body, {
        'content-type': 'application/json',
      })
      assert.match(String(answer['message']), says)
      assert.equal(answered, status)
    })
  }

  it('in a namespace that does not exist is a 404 about the namespace', async () => {
    const { status, body } = await test.call('POST', '/api/v1/namespaces/nowhere/configmaps', configMap('x'))
    assert.equal(status, 404)
    assert.deepEqual(body['details'], { name: 'nowhere', kind: 'namespaces' })
  })

  it('of a custom resource without kind or version is refused, because only built-in kinds may leave them out', async () => {
    assert.equal((await test.call('POST', widgetsPath, { metadata: { name: 'x' } })).status, 400)
    assert.equal(
      (await test.call('POST', widgetsPath, { ...widget('x'), apiVersion: 'example.com/v2' })).status,
      400,
    )
  })

  for (const type of ['text/plain', 'application/cbor', 'application/vnd.kubernetes.protobuf']) {
    it(`of a custom resource as ${type} is refused with 415`, async () => {
      assert.equal(
        (await test.call('POST', widgetsPath, Buffer.from('x'), { 'content-type': type })).status,
        415,
      )
    })
  }

  it('in a language that we do not speak is refused with 406', async () => {
    const headers = { accept: 'application/vnd.kubernetes.protobuf' }
    assert.equal((await test.call('GET', `${configMapsPath}/filled`, undefined, headers)).status, 406)
  })
})

describe('field validation', () => {
  const twice = Buffer.from('{"metadata":{"name":"twice"},"data":{"a":"1"},"data":{"b":"2"},"bogus":1}')
  const headers = { 'content-type': 'application/json' }

  it('Warn, which is the default, stores the object and names what was unknown or repeated', async () => {
    const { status, body, warnings } = await test.call('POST', configMapsPath, twice, headers)
    assert.equal(status, 201)
    assert.deepEqual(warnings, ['unknown field "bogus"', 'duplicate field "data"'])
    assert.deepEqual(body['data'], { a: '1', b: '2' })
  })

  it('Ignore says nothing', async () => {
    const { status, warnings } = await test.call(
      'POST',
      `${configMapsPath}?fieldValidation=Ignore&dryRun=All`,
      configMap('ignored', {}, { bogus: 1 }),
    )
    assert.deepEqual([status, warnings], [201, []])
  })

  it('Strict refuses', async () => {
    const { status, body } = await test.call(
      'POST',
      `${configMapsPath}?fieldValidation=Strict`,
      twice,
      headers,
    )
    assert.equal(status, 400)
    assert.match(
      String(body['message']),
      /strict decoding error: unknown field "bogus", duplicate field "data"/,
    )
  })

  it('knows no other values', async () => {
    const { status, body } = await test.call('POST', `${configMapsPath}?fieldValidation=Odd`, configMap('x'))
    assert.equal(status, 422)
    assert.match(
      String(body['message']),
      /fieldValidation: Unsupported value: "Odd": supported values: "", "Ignore", "Strict", "Warn"/,
    )
  })
})
