import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { runSteps } from './ownership-context.ts'
import { applied, entriesOf, noConversion, updated, widget, widgetContext, widgetSchema } from './testing.ts'
import { trackUpdate } from './track-update.ts'

const at = (second: number): number => Date.UTC(2026, 0, 1, 0, 0, second)

type Creation = [name: string, spec: JsonObject, fields: JsonObject, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const creations: Creation[] = [
  ['scalar',        { size: 1 },                      { 'f:size': {} },                                       'a scalar is a leaf'],
  ['set',           { tags: ['b', 'a'] },             { 'f:tags': { '.': {}, 'v:"a"': {}, 'v:"b"': {} } },    'items of a set are owned by value'],
  ['plain list',    { args: ['a'] },                  { 'f:args': {} },                                       'a list is owned whole unless it says otherwise'],
  ['map list',      { ports: [{ port: 80 }] },        { 'f:ports': { '.': {}, 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } }, 'a missing key counts as its default'],
  ['map',           { options: { b: '1', a: '2' } },  { 'f:options': { '.': {}, 'f:a': {}, 'f:b': {} } },     'members are owned one by one'],
  ['atomic map',    { point: { x: 1 } },              { 'f:point': {} },                                      'an atomic map is owned whole'],
  ['unknown',       { extra: { a: { b: [1] } } },     { 'f:extra': { '.': {}, 'f:a': { '.': {}, 'f:b': {} } } }, 'maps are deduced granular, lists atomic'],
  ['empty',         { options: {}, tags: [] },        { 'f:options': {}, 'f:tags': {} },                      'an empty container is a leaf'],
  ['null',          { colour: null },                 { 'f:colour': {} },                                     'a null is there too'],
  ['same twice',    { tags: ['a', 'a'] },             { 'f:tags': { '.': {}, 'v:"a"': {} } },                 'twins count as one'],
]

describe('an update', () => {
  for (const [name, spec, fields, because] of creations) {
    it(`that creates ${name} owns it, because ${because}`, () => {
      const object = updated({ updated: widget(spec) })
      assert.equal(
        JSON.stringify(entriesOf(object)['updater Update @0']),
        JSON.stringify({ 'f:spec': { '.': {}, ...fields } }),
      )
    })
  }

  it('owns labels and finalizers but nothing that identifies the object', () => {
    const metadata = { labels: { a: 'b' }, generation: 1, resourceVersion: '5', creationTimestamp: null }
    const object = updated({ updated: widget(undefined, { metadata }) })
    assert.deepEqual(entriesOf(object), {
      'updater Update @0': { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } } },
    })
  })

  it('takes from others what it changes and leaves them the rest', () => {
    const live = updated({ updated: widget({ size: 1, colour: 'red' }), manager: 'first' })
    const object = updated({
      live,
      updated: widget({ size: 2, colour: 'red' }),
      manager: 'second',
      now: at(1),
    })
    assert.deepEqual(entriesOf(object), {
      'first Update @0': { 'f:spec': { '.': {}, 'f:colour': {} } },
      'second Update @1': { 'f:spec': { 'f:size': {} } },
    })
  })

  it('takes from everybody what it removes', () => {
    const live = updated({ updated: widget({ size: 1, colour: 'red' }) })
    const object = updated({ live, updated: widget({ colour: 'red' }), manager: 'other', now: at(1) })
    assert.deepEqual(entriesOf(object), { 'updater Update @0': { 'f:spec': { '.': {}, 'f:colour': {} } } })
  })

  it('that changes nothing moves no time and keeps the entries as they are', () => {
    const live = updated({ updated: widget({ size: 1 }) })
    const object = updated({ live, updated: live, now: at(9) })
    assert.deepEqual(object, live)
    const before = live.metadata['managedFields'] as JsonObject[]
    const after = object.metadata['managedFields'] as JsonObject[]
    assert.equal(after[0], before[0])
  })

  it('of the main endpoint never owns what the status endpoint writes', () => {
    const object = updated({ updated: widget({ size: 1 }, { status: { phase: 'Up' } }) })
    assert.deepEqual(entriesOf(object), { 'updater Update @0': { 'f:spec': { '.': {}, 'f:size': {} } } })
  })

  it('through a subresource is an entry of its own and cannot rewrite entries', () => {
    const live = updated({ updated: widget({ size: 1 }) })
    const forged = widget({ size: 1 }, { status: { phase: 'Up' }, metadata: { managedFields: [] } })
    const object = updated({
      live,
      updated: forged,
      subresource: 'status',
      resetFields: () => undefined,
      now: at(1),
    })
    assert.deepEqual(Object.keys(entriesOf(object)), ['updater Update @0', 'updater Update status @1'])
  })

  it('forgets all owners when the list is empty or holds one empty entry, and stays forgetful', () => {
    const live = updated({ updated: widget({ size: 1 }) })
    for (const managedFields of [[], [{}]]) {
      const object = updated({ live, updated: widget({ size: 2 }, { metadata: { managedFields } }) })
      assert.deepEqual(entriesOf(object), {})
      assert.deepEqual(entriesOf(updated({ live: object, updated: widget({ size: 3 }) })), {})
    }
  })

  it('keeps the owners when the client leaves them out or garbles them', () => {
    const live = updated({ updated: widget({ size: 1 }) })
    for (const managedFields of [
      null,
      [{ operation: 'Sell' }],
      [{ operation: 'Update', apiVersion: 'v1' }],
    ]) {
      const object = updated({ live, updated: widget({ size: 1 }, { metadata: { managedFields } }) })
      assert.deepEqual(entriesOf(object), entriesOf(live))
    }
  })

  it('believes a client who rewrites the owners properly', () => {
    const live = updated({ updated: widget({ size: 1 }) })
    const entry = {
      manager: 'me',
      operation: 'Apply',
      apiVersion: 'example.com/v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': { 'f:size': {} } },
    }
    const object = updated({ live, updated: widget({ size: 1 }, { metadata: { managedFields: [entry] } }) })
    assert.deepEqual(entriesOf(object), { 'me Apply': { 'f:spec': { 'f:size': {} } } })
  })

  it('forgets owners of versions that are gone', () => {
    const live = updated({ updated: widget({ size: 1 }) })
    const object = runSteps(
      trackUpdate({
        ...widgetContext({
          apiVersion: 'example.com/v2',
          schemaFor: (v) => (v === 'example.com/v2' ? widgetSchema : undefined),
        }),
        live: { ...live, apiVersion: 'example.com/v2' },
        updated: { ...widget({ size: 2 }), apiVersion: 'example.com/v2' },
        manager: 'updater',
      }),
      noConversion,
    )
    assert.deepEqual(entriesOf(object), { 'updater Update @0': { 'f:spec': { 'f:size': {} } } })
  })

  it('sees the fields of owners of another version in that version', () => {
    const rename = { v1: 'colour', v2: 'color' } as const
    const versionOf = (apiVersion: string): 'v1' | 'v2' => (apiVersion.endsWith('v2') ? 'v2' : 'v1')
    const live = updated({ updated: widget({ size: 1, colour: 'red' }) })
    const asked: string[] = []
    const object = runSteps(
      trackUpdate({
        ...widgetContext({ apiVersion: 'example.com/v2', schemaFor: () => widgetSchema, now: at(1) }),
        live: { ...live, apiVersion: 'example.com/v2', spec: { size: 1, color: 'red' } },
        updated: { ...widget({ size: 1, color: 'blue' }), apiVersion: 'example.com/v2' },
        manager: 'updater',
      }),
      (given, apiVersion) => {
        asked.push(apiVersion)
        const spec = given['spec'] as JsonObject
        const from = rename[versionOf(given.apiVersion)]
        const { [from]: moved = null, ...rest } = spec
        return { ...given, apiVersion, spec: { ...rest, [rename[versionOf(apiVersion)]]: moved } }
      },
    )
    assert.deepEqual(asked, ['example.com/v1', 'example.com/v1'])
    assert.deepEqual(entriesOf(object), {
      'updater Update @0': { 'f:spec': { '.': {}, 'f:size': {} } },
      'updater Update @1': { 'f:spec': { 'f:color': {} } },
    })
  })

  it('merges the oldest of more than ten updaters', () => {
    let live = updated({ updated: widget({ options: { k0: '0' } }), manager: 'm0' })
    for (let n = 1; n <= 11; n++) {
      const options = Object.fromEntries(Array.from({ length: n + 1 }, (_, k) => [`k${k}`, `${k}`]))
      live = updated({ live, updated: widget({ options }), manager: `m${n}`, now: at(n) })
    }
    const entries = entriesOf(live)
    assert.equal(Object.keys(entries).length, 10)
    assert.deepEqual(entries['ancient-changes Update @2'], {
      'f:spec': { '.': {}, 'f:options': { '.': {}, 'f:k0': {}, 'f:k1': {}, 'f:k2': {} } },
    })
  })

  it('lets whoever owned a part own the whole once the schema says that it is one', () => {
    const live = updated({ updated: widget({ options: { a: '1' } }) })
    const { spec = {} } = widgetSchema.properties ?? {}
    const options = { ...spec.properties?.['options'], 'x-kubernetes-map-type': 'atomic' as const }
    const schema = {
      ...widgetSchema,
      properties: { spec: { ...spec, properties: { ...spec.properties, options } } },
    }
    const object = updated({ live, updated: live, schemaFor: () => schema })
    assert.deepEqual(entriesOf(object), { 'updater Update @0': { 'f:spec': { '.': {}, 'f:options': {} } } })
  })

  it('leaves an applier what the update does not touch', () => {
    const live = applied({ config: widget({ size: 1, colour: 'red' }) })
    const object = updated({ live, updated: { ...live, spec: { size: 2, colour: 'red' } }, now: at(1) })
    assert.deepEqual(entriesOf(object), {
      'applier Apply @0': { 'f:spec': { 'f:colour': {} } },
      'updater Update @1': { 'f:spec': { 'f:size': {} } },
    })
  })

  it('through a scale takes the replicas without a time, where somebody owns them', () => {
    const live = updated({ updated: widget({ size: 1 }), manager: 'author' })
    const scaled = updated({
      live,
      updated: { ...live, spec: { size: 2 } },
      manager: 'scaler',
      subresource: 'scale',
      now: at(5),
    })
    assert.deepEqual(entriesOf(scaled), {
      'author Update @0': { 'f:spec': {} },
      'scaler Update scale': { 'f:spec': { 'f:size': {} } },
    })
  })

  it('through a scale takes nothing where nobody owns the replicas', () => {
    const live = updated({ updated: widget({ colour: 'red' }), manager: 'author' })
    const scaled = updated({
      live,
      updated: { ...live, spec: { colour: 'red', size: 2 } },
      manager: 'scaler',
      subresource: 'scale',
    })
    assert.deepEqual(Object.keys(entriesOf(scaled)), ['author Update @0'])
  })

  it('forgets all owners when the object does not fit a version in whose terms one of them owns', () => {
    const older = 'example.com/v0'
    const spec = { type: 'object', properties: { colour: { type: 'string' } } } as const
    const schema = { type: 'object', properties: { spec } } as const
    const live = updated({ updated: widget({ size: 1 }) })
    const [entry] = live.metadata['managedFields'] as readonly JsonObject[]
    const owned = { ...live.metadata, managedFields: [{ ...entry, apiVersion: older }] }
    const context = widgetContext({ schemaFor: (asked) => (asked === older ? schema : widgetSchema) })
    const before = { ...live, metadata: owned } as typeof live
    const after = runSteps(
      trackUpdate({ ...context, live: before, updated: { ...before, spec: { size: 2 } }, manager: 'other' }),
      (object, apiVersion) => ({ ...object, apiVersion }),
    )
    assert.deepEqual(entriesOf(after), {})
  })
})
