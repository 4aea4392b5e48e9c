import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import {
  definitionsPath,
  eventually,
  mergePatch,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../../server.testing.ts'

const conditionsOf = (definition: KubeObject): string[] =>
  (((definition['status'] as JsonObject)['conditions'] as readonly JsonObject[]) ?? []).map(
    ({ type, status, reason }) => `${type} ${status} ${reason}`,
  )

describe('a definition', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
  })
  after(() => test.close())

  it('is answered with its defaults, served at once, and soon says that it is', async () => {
    const { status, body } = await test.call('POST', definitionsPath, widgetDefinition())
    assert.equal(status, 201)
    const { names, conversion } = body['spec'] as JsonObject
    assert.deepEqual(names, { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' })
    assert.deepEqual(conversion, { strategy: 'None' })
    assert.deepEqual((body['status'] as JsonObject)['storedVersions'], ['v1'])
    assert.equal((await test.call('POST', widgetsPath, widget('first'))).status, 201)
    await eventually(
      async () =>
        conditionsOf((await test.call('GET', `${definitionsPath}/widgets.example.com`)).body).length === 2,
    )
    const { body: now } = await test.call('GET', `${definitionsPath}/widgets.example.com`)
    assert.deepEqual(conditionsOf(now), [
      'NamesAccepted True NoConflicts',
      'Established True InitialNamesAccepted',
    ])
  })

  it('that wants names of another is told so and not served, until they are free', async () => {
    const rival = widgetDefinition({ spec: { names: { plural: 'gizmos', kind: 'Widget' } } })
    await test.call('POST', definitionsPath, { ...rival, metadata: { name: 'gizmos.example.com' } })
    await eventually(
      async () =>
        conditionsOf((await test.call('GET', `${definitionsPath}/gizmos.example.com`)).body).length === 2,
    )
    const { body } = await test.call('GET', `${definitionsPath}/gizmos.example.com`)
    assert.deepEqual(conditionsOf(body), [
      'NamesAccepted False ListKindConflict',
      'Established False NotAccepted',
    ])
    assert.equal((await test.call('GET', '/apis/example.com/v1/gizmos')).status, 404)
    await test.call('DELETE', `${definitionsPath}/widgets.example.com`)
    await eventually(async () => (await test.call('GET', '/apis/example.com/v1/gizmos')).status === 200)
    await test.call('DELETE', `${definitionsPath}/gizmos.example.com`)
    await eventually(
      async () => (await test.call('GET', `${definitionsPath}/gizmos.example.com`)).status === 404,
    )
  })

  it('that is deleted waits for its objects, and nothing can be created meanwhile', async () => {
    await test.call('POST', definitionsPath, widgetDefinition())
    await test.call(
      'POST',
      widgetsPath,
      widget('held', { metadata: { name: 'held', finalizers: ['a.b/c'] } }),
    )
    await test.call('POST', widgetsPath, widget('free'))
    const { status, body } = await test.call('DELETE', `${definitionsPath}/widgets.example.com`)
    assert.deepEqual([status, body.kind], [200, 'CustomResourceDefinition'])
    await eventually(async () => (await test.call('GET', `${widgetsPath}/free`)).status === 404)
    const { body: waiting } = await test.call('GET', `${definitionsPath}/widgets.example.com`)
    assert.ok(conditionsOf(waiting).includes('Terminating True InstanceDeletionInProgress'))
    const refused = await test.call('POST', widgetsPath, widget('new'))
    assert.equal(refused.status, 403)
    assert.match(
      String(refused.body['message']),
      /create not allowed while custom resource definition is terminating/,
    )
    await test.call('PATCH', `${widgetsPath}/held`, { metadata: { finalizers: null } }, mergePatch)
    await eventually(
      async () => (await test.call('GET', `${definitionsPath}/widgets.example.com`)).status === 404,
    )
    assert.equal((await test.call('GET', widgetsPath)).status, 404)
  })

  it('that makes no sense is refused with all that is wrong', async () => {
    const { status, body } = await test.call(
      'POST',
      definitionsPath,
      widgetDefinition({ spec: { scope: 'Galaxy', names: { plural: 'gadgets', kind: 'Widget' } } }),
    )
    assert.equal(status, 422)
    assert.match(
      String(body['message']),
      /metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural\+"."\+spec.group/,
    )
    assert.match(String(body['message']), /spec.scope: Unsupported value: "Galaxy"/)
  })
})

describe('a schema', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
    const openAPIV3Schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            size: { type: 'integer', maximum: 5, default: 3 },
            mode: { type: 'string', enum: ['A', 'B'] },
            any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      },
    }
    const selectableFields = [{ jsonPath: '.spec.mode' }]
    const additionalPrinterColumns = [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }]
    const version = { schema: { openAPIV3Schema }, selectableFields, additionalPrinterColumns }
    await test.call('POST', definitionsPath, widgetDefinition({ version }))
  })
  after(() => test.close())

  it('fills in defaults, drops what it does not know and says so', async () => {
    const { body, warnings } = await test.call(
      'POST',
      widgetsPath,
      widget('w', { spec: { bogus: 1, any: { kept: 1 } }, extra: 1 }),
    )
    assert.deepEqual(body['spec'], { any: { kept: 1 }, size: 3 })
    assert.deepEqual(warnings, ['unknown field "extra"', 'unknown field "spec.bogus"'])
  })

  it('refuses what does not fit, with one cause for each mistake', async () => {
    const { status, body } = await test.call(
      'POST',
      widgetsPath,
      widget('bad', { spec: { size: 7, mode: 'Z' } }),
    )
    assert.equal(status, 422)
    const causes = (body['details'] as JsonObject)['causes'] as readonly JsonObject[]
    assert.deepEqual(
      causes.map(({ field, reason }) => [field, reason]),
      [
        ['spec.mode', 'FieldValueNotSupported'],
        ['spec.size', 'FieldValueInvalid'],
        ['<nil>', 'FieldValueInvalid'],
      ].slice(0, causes.length),
    )
  })

  it('makes fields selectable', async () => {
    for (const mode of ['A', 'B'])
      await test.call('POST', widgetsPath, widget(`mode-${mode.toLowerCase()}`, { spec: { mode } }))
    const { body } = await test.call('GET', `${widgetsPath}?fieldSelector=spec.mode%3DB`)
    assert.deepEqual(
      (body['items'] as readonly KubeObject[]).map(({ metadata }) => metadata.name),
      ['mode-b'],
    )
    const refused = await test.call('GET', `${widgetsPath}?fieldSelector=spec.size%3D3`)
    assert.deepEqual([refused.status, refused.body['message']], [400, 'field label not supported: spec.size'])
  })

  it('names the columns of Tables', async () => {
    const { body } = await test.call('GET', `${widgetsPath}/w`, undefined, {
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    })
    assert.deepEqual(
      (body['columnDefinitions'] as readonly JsonObject[]).map(({ name }) => name),
      ['Name', 'Size'],
    )
    const [row] = body['rows'] as readonly JsonObject[]
    assert.deepEqual(row?.['cells'], ['w', 3])
    assert.equal((row?.['object'] as JsonObject | undefined)?.['kind'], 'PartialObjectMetadata')
  })

  it('shows no more in a row than somebody reads, because each column may show all of an object', async () => {
    const other = await openTestServer()
    const additionalPrinterColumns = Array.from({ length: 1_000 }, (_, at) => ({
      name: `c${at}`,
      type: 'string',
      jsonPath: '.spec',
    }))
    await other.call('POST', definitionsPath, widgetDefinition({ version: { additionalPrinterColumns } }))
    await other.call('POST', widgetsPath, { ...widget('w'), spec: { text: 'x'.repeat(30_000) } })
    const accept = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
    const { body } = await other.call('GET', widgetsPath, undefined, accept)
    const [row] = body['rows'] as readonly JsonObject[]
    const cells = row?.['cells'] as readonly (string | null)[]
    assert.deepEqual(
      cells.slice(0, 4).map((cell) => cell?.length),
      [1, 30_011, 2_756, undefined],
    )
    assert.equal(cells.length, 1_001)
    await other.close()
  })

  it('fills in new defaults when old objects are read', async () => {
    const { body: stored } = await test.call('GET', `${definitionsPath}/widgets.example.com`)
    const spec = structuredClone(stored['spec']) as {
      versions: { schema: { openAPIV3Schema: JsonObject } }[]
    }
    const [version] = spec.versions
    const schema = version?.schema.openAPIV3Schema as unknown as {
      properties: { spec: { properties: Record<string, Json> } }
    }
    schema.properties.spec.properties['color'] = { type: 'string', default: 'red' }
    assert.equal(
      (
        await test.call('PUT', `${definitionsPath}/widgets.example.com`, {
          ...stored,
          spec: spec as unknown as Json,
        })
      ).status,
      200,
    )
    const { body } = await test.call('GET', `${widgetsPath}/w`)
    assert.equal((body['spec'] as JsonObject)['color'], 'red')
  })
})

describe('a new object of a kind with a status', () => {
  let test: TestServer
  const pending = { phase: 'Pending' }
  before(async () => {
    test = await openTestServer()
    const status = {
      type: 'object',
      default: pending,
      properties: { phase: { type: 'string' } },
    }
    const schema = { openAPIV3Schema: { type: 'object', properties: { status } } }
    const version = { schema, subresources: { status: {} } }
    await test.call('POST', definitionsPath, widgetDefinition({ version }))
  })
  after(() => test.close())

  it('has the one that its schema begins with, in place of the one it came with', async () => {
    const { body } = await test.call('POST', widgetsPath, widget('w', { status: { phase: 'Forged' } }))
    assert.deepEqual(body['status'], pending)
    const { body: read } = await test.call('GET', `${widgetsPath}/w`)
    assert.deepEqual(read['status'], pending)
  })
})

describe('versions', () => {
  let test: TestServer
  const anything = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const versions = [
    { name: 'v1alpha1', served: true, storage: false, deprecated: true, schema: anything },
    { name: 'v1', served: true, storage: true, schema: anything },
    { name: 'v1beta1', served: false, storage: false, schema: anything },
  ]
  before(async () => {
    test = await openTestServer()
    await test.call('POST', definitionsPath, widgetDefinition({ spec: { versions } }))
    await test.call('POST', widgetsPath, widget('w', { spec: { a: 1 } }))
  })
  after(() => test.close())

  const oldPath = widgetsPath.replace('/v1/', '/v1alpha1/')

  it('show the same objects under their own name', async () => {
    const { body } = await test.call('GET', `${oldPath}/w`)
    assert.deepEqual([body.apiVersion, body['spec']], ['example.com/v1alpha1', { a: 1 }])
    const { body: list } = await test.call('GET', oldPath)
    assert.equal((list['items'] as readonly KubeObject[])[0]?.apiVersion, 'example.com/v1alpha1')
  })

  it('say when they are old, and what to use instead', async () => {
    const { warnings } = await test.call('GET', `${oldPath}/w`)
    assert.deepEqual(warnings, ['example.com/v1alpha1 Widget is deprecated; use example.com/v1 Widget'])
  })

  it('that are not served are not there', async () => {
    assert.equal((await test.call('GET', widgetsPath.replace('/v1/', '/v1beta1/'))).status, 404)
  })

  it('come in watches as asked for', async () => {
    const watch = await test.watch(`${oldPath}?watch=true`)
    const [event] = await watch.events(1)
    assert.equal(event?.object.apiVersion, 'example.com/v1alpha1')
    watch.close()
  })

  it('a write that changes nothing moves an object to the version that is now stored', async () => {
    const { body: stored } = await test.call('GET', `${definitionsPath}/widgets.example.com`)
    const swapped = versions.map((version) => ({ ...version, storage: version.name === 'v1alpha1' }))
    const spec = { ...(stored['spec'] as JsonObject), versions: swapped }
    await test.call('PUT', `${definitionsPath}/widgets.example.com`, { ...stored, spec })
    const before = (await test.call('GET', `${widgetsPath}/w`)).body
    const moved = (await test.call('PUT', `${widgetsPath}/w`, before)).body
    const again = (await test.call('PUT', `${widgetsPath}/w`, moved)).body
    const version = ({ metadata }: KubeObject): number => Number((metadata as JsonObject)['resourceVersion'])
    assert.ok(version(moved) > version(before))
    assert.equal(version(again), version(moved))
  })
})

describe('scale', () => {
  let test: TestServer
  before(async () => {
    test = await openTestServer()
    const scale = {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    }
    await test.call(
      'POST',
      definitionsPath,
      widgetDefinition({ version: { subresources: { status: {}, scale } } }),
    )
    await test.call('POST', widgetsPath, widget('s', { spec: { replicas: 2 } }))
  })
  after(() => test.close())

  it('shows how many are wanted and how many there are', async () => {
    await test.call(
      'PATCH',
      `${widgetsPath}/s/status`,
      { status: { replicas: 1, selector: 'a=b' } },
      mergePatch,
    )
    const { body } = await test.call('GET', `${widgetsPath}/s/scale`)
    assert.deepEqual(
      [body.kind, body.apiVersion, body['spec'], body['status']],
      ['Scale', 'autoscaling/v1', { replicas: 2 }, { replicas: 1, selector: 'a=b' }],
    )
  })

  it('changes how many are wanted, and that counts as a change of the object', async () => {
    const { status, body } = await test.call(
      'PATCH',
      `${widgetsPath}/s/scale`,
      { spec: { replicas: 5 } },
      mergePatch,
    )
    assert.deepEqual([status, body.kind, body['spec']], [200, 'Scale', { replicas: 5 }])
    const { body: object } = await test.call('GET', `${widgetsPath}/s`)
    assert.deepEqual(object['spec'], { replicas: 5 })
    assert.equal((object.metadata as JsonObject)['generation'], 2)
  })

  it('refuses numbers that cannot be', async () => {
    assert.equal(
      (await test.call('PATCH', `${widgetsPath}/s/scale`, { spec: { replicas: -1 } }, mergePatch)).status,
      422,
    )
  })
})
