import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject } from '../json/json.ts'
import { runStepsSlowly } from './ownership-context.ts'
import { applyServerSide } from './server-side-apply.ts'
import {
  applied,
  applyWidget,
  entriesOf,
  specOf,
  updated,
  widget,
  widgetContext,
  widgetSchema,
} from './testing.ts'

const at = (second: number): number => Date.UTC(2026, 0, 1, 0, 0, second)

type Merge = [name: string, live: JsonObject, config: JsonObject, says: Json, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const merges: Merge[] = [
  ['scalar',         { size: 1, colour: 'red' },        { size: 2 },                   { size: 2, colour: 'red' },       'what is not applied stays'],
  ['set',            { tags: ['a', 'b'] },              { tags: ['c', 'b'] },          { tags: ['a', 'c', 'b'] },        'items of others stay where they stand'],
  ['set reordered',  { tags: ['a', 'b', 'c'] },         { tags: ['c', 'a'] },          { tags: ['b', 'c', 'a'] },        'shared items take the applied order'],
  ['plain list',     { args: ['a', 'b'] },              { args: ['c'] },               { args: ['c'] },                  'an atomic list is replaced'],
  ['item',           { ports: [{ port: 80, name: 'x' }] }, { ports: [{ port: 80, protocol: 'TCP' }] }, { ports: [{ port: 80, name: 'x', protocol: 'TCP' }] }, 'a missing key equals its default'],
  ['other item',     { ports: [{ port: 80 }] },         { ports: [{ port: 80, protocol: 'UDP' }] }, { ports: [{ port: 80 }, { port: 80, protocol: 'UDP' }] }, 'another key is another item'],
  ['map',            { options: { a: '1' } },           { options: { b: '2' } },       { options: { a: '1', b: '2' } },  'members are merged'],
  ['atomic map',     { point: { x: 1, y: 2 } },         { point: { x: 3 } },           { point: { x: 3 } },              'an atomic map is replaced'],
  ['unknown fields', { extra: { a: 1, l: [1] } },       { extra: { b: 2, l: [2] } },   { extra: { a: 1, l: [2], b: 2 } },'maps merge, lists do not'],
]

describe('an apply', () => {
  for (const [name, live, config, says, because] of merges) {
    it(`merges a ${name}, because ${because}`, () => {
      const object = applied({
        live: updated({ updated: widget(live) }),
        config: widget(config),
        force: true,
      })
      assert.deepEqual(specOf(object), says)
    })
  }

  it('that creates owns the leaves of what it applies', () => {
    const config = widget(
      { size: 1, options: { a: '1' }, tags: ['x'], extra: {} },
      { metadata: { labels: { l: '1' } } },
    )
    assert.deepEqual(entriesOf(applied({ config })), {
      'applier Apply @0': {
        'f:metadata': { 'f:labels': { 'f:l': {} } },
        'f:spec': { 'f:extra': {}, 'f:options': { 'f:a': {} }, 'f:size': {}, 'f:tags': { 'v:"x"': {} } },
      },
    })
  })

  it('repeated changes neither object nor entry nor time', () => {
    const config = widget({ size: 1, ports: [{ port: 80 }] })
    const live = applied({ config })
    const outcome = applyWidget({ live, config, now: at(30) })
    assert.deepEqual(outcome, { kind: 'applied', object: live, changed: false })
  })

  it('removes what it applied before and nobody else owns', () => {
    const first = applied({ config: widget({ size: 1, colour: 'red', ports: [{ port: 80 }, { port: 81 }] }) })
    const shared = applied({ live: first, config: widget({ colour: 'red' }), manager: 'other', now: at(1) })
    const object = applied({ live: shared, config: widget({ ports: [{ port: 81 }] }), now: at(2) })
    assert.deepEqual(specOf(object), { colour: 'red', ports: [{ port: 81 }] })
    assert.deepEqual(entriesOf(object), {
      // Nothing changed when it was applied, so it was given no time.
      'other Apply': { 'f:spec': { 'f:colour': {} } },
      'applier Apply @2': {
        'f:spec': { 'f:ports': { 'k:{"port":81,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } },
      },
    })
  })

  it('takes away an item that it stops applying, unless somebody else owns the item too', () => {
    const config = widget({ ports: [{ port: 80 }] })
    const live = applied({ config })
    const named = { ...live, spec: { ports: [{ port: 80, name: 'web' }] } }
    const changed = updated({ live, updated: named, now: at(1) })
    assert.deepEqual(specOf(applied({ live: changed, config: widget({ size: 1 }) })), {
      ports: null,
      size: 1,
    })
    const owned = applied({ live: changed, config, manager: 'other' })
    assert.deepEqual(specOf(applied({ live: owned, config: widget({ size: 1 }) })), {
      ports: [{ port: 80, name: 'web' }],
      size: 1,
    })
  })

  it('is refused where it changes what others own, field by field', () => {
    const live = updated({ updated: widget({ size: 1, colour: 'red' }), manager: 'first' })
    const outcome = applyWidget({ live, config: widget({ size: 2, colour: 'red' }) })
    assert.ok(outcome.kind === 'conflict')
    assert.equal(
      outcome.message,
      'Apply failed with 1 conflict: conflict with "first" using example.com/v1: .spec.size',
    )
    assert.deepEqual(outcome.causes, [
      {
        reason: 'FieldManagerConflict',
        message: 'conflict with "first" using example.com/v1',
        field: '.spec.size',
      },
    ])
  })

  it('names every owner in its way and every field', () => {
    const first = applied({ config: widget({ size: 1, ports: [{ port: 80, name: 'a' }] }), manager: 'zoe' })
    const changed = { ...first, status: { phase: 'Up' } }
    const live = updated({
      live: first,
      updated: changed,
      subresource: 'status',
      resetFields: () => undefined,
    })
    const config = widget({ size: 2, ports: [{ port: 80, name: 'b' }] }, { status: { phase: 'Down' } })
    const outcome = applyWidget({ live, config, resetFields: () => undefined })
    assert.ok(outcome.kind === 'conflict')
    assert.equal(
      outcome.message,
      'Apply failed with 3 conflicts: conflicts with "updater" with subresource "status" using example.com/v1:\n' +
        '- .status.phase\nconflicts with "zoe":\n- .spec.size\n- .spec.ports[port=80,protocol="TCP"].name',
    )
  })

  it('is no conflict where the values agree: the field is owned by both', () => {
    const live = applied({ config: widget({ size: 1 }), manager: 'first' })
    const object = applied({ live, config: widget({ size: 1 }), manager: 'second', now: at(1) })
    assert.deepEqual(entriesOf(object), {
      'second Apply': { 'f:spec': { 'f:size': {} } },
      'first Apply @0': { 'f:spec': { 'f:size': {} } },
    })
  })

  it('by force takes the fields away from their owners', () => {
    const live = updated({ updated: widget({ size: 1, colour: 'red' }), manager: 'first' })
    const object = applied({ live, config: widget({ size: 2 }), force: true, now: at(1) })
    assert.deepEqual(specOf(object), { size: 2, colour: 'red' })
    assert.deepEqual(entriesOf(object), {
      'applier Apply @1': { 'f:spec': { 'f:size': {} } },
      'first Update @0': { 'f:spec': { '.': {}, 'f:colour': {} } },
    })
  })

  it('to an object that nobody tracks finds an owner for what was there before', () => {
    const live = updated({
      live: updated({ updated: widget({ size: 1 }) }),
      updated: widget({ size: 1, colour: 'red' }, { metadata: { managedFields: [] } }),
    })
    const outcome = applyWidget({ live, config: widget({ size: 2 }) })
    assert.ok(outcome.kind === 'conflict')
    assert.match(outcome.message, /conflict with "before-first-apply" using example.com\/v1: .spec.size/)
    assert.deepEqual(Object.keys(entriesOf(applied({ live, config: widget({ size: 1 }), now: at(1) }))), [
      'applier Apply',
      'before-first-apply Update @1',
    ])
  })

  it('never owns what its endpoint does not write', () => {
    const object = applied({ config: widget({ size: 1 }, { status: { phase: 'Up' } }) })
    assert.deepEqual(entriesOf(object), { 'applier Apply @0': { 'f:spec': { 'f:size': {} } } })
  })

  it('waits for conversions that take their time', async () => {
    const live = applied({ config: widget({ size: 1 }), manager: 'first' })
    const context = widgetContext({ apiVersion: 'example.com/v2', schemaFor: () => widgetSchema })
    const config = { ...widget({ size: 2 }), apiVersion: 'example.com/v2' }
    const request = {
      ...context,
      live: { ...live, apiVersion: 'example.com/v2' },
      config,
      manager: 'second',
      force: false,
    }
    const outcome = await runStepsSlowly(applyServerSide(request), {
      convert: async (object, apiVersion) => ({ ...object, apiVersion }),
    })
    assert.ok(outcome.kind === 'conflict')
    assert.match(outcome.message, /conflict with "first": .spec.size/)
  })
})

type Refusal = [name: string, config: ReturnType<typeof widget>, code: number, says: string, because: string]
const object = 'failed to create typed patch object (default/w; example.com/v1, Kind=Widget): '

// biome-ignore format: the table is the specification; its columns stay aligned
const refusals: Refusal[] = [
  ['other version',  { ...widget(), apiVersion: 'example.com/v9' },               400, 'invalid object type: example.com/v9, Kind=Widget', 'the version is that of the request'],
  ['core version',   { ...widget(), apiVersion: 'v1' },                           400, 'invalid object type: /v1, Kind=Widget', 'the core group has no name'],
  ['managed fields', widget({}, { metadata: { managedFields: [] } }),             400, 'metadata.managedFields must be nil', 'an applier does not say who owns what'],
  ['unknown field',  widget({ shape: 'round' }),                                  500, `${object}.spec.shape: field not declared in schema`, 'nothing can be said about it'],
  ['same item',      widget({ ports: [{ port: 1 }, { port: 1, protocol: 'TCP' }] }), 500, `${object}.spec.ports: duplicate entries for key [port=1,protocol="TCP"]`, 'they would be the same field'],
  ['same value',     widget({ tags: ['a', 'a'] }),                                500, `${object}.spec.tags: duplicate entries for key [="a"]`, 'they would be the same field'],
  ['wrong types',    widget({ size: 'big', colour: 1, tags: 'x' }),               500, `${object}errors:\n  .spec.size: expected numeric (int or float), got string\n  .spec.colour: expected string, got &value.valueUnstructured{Value:1}\n  .spec.tags: expected list, got &{x}`, 'all of them are listed'],
  ['null item',      widget({ ports: [null] }),                                   500, `${object}.spec.ports: element 0: associative list with keys may not have a null element`, 'it has no keys'],
  ['list in a set',  widget({ tags: [[]] }),                                      500, `${object}.spec.tags: element 0: not supported: associative list with lists as elements`, 'sets hold scalars'],
]

describe('an apply of something wrong', () => {
  for (const [name, config, code, message, because] of refusals) {
    it(`${name} is refused with ${code}, because ${because}`, () => {
      assert.deepEqual(applyWidget({ config }), { kind: 'invalid', code, message })
    })
  }

  it('leaves an item without any of its keys alone', () => {
    const schema = {
      ...widgetSchema.properties?.['spec']?.properties?.['ports'],
      'x-kubernetes-list-map-keys': ['port'],
    }
    const spec = { ...widgetSchema.properties?.['spec'], properties: { ports: schema } }
    const outcome = applyWidget({
      config: widget({ ports: [{}] }),
      schemaFor: () => ({ type: 'object', properties: { spec } }),
    })
    assert.ok(outcome.kind === 'invalid')
    assert.match(
      outcome.message,
      /element 0: associative list with keys has an element that omits all key fields \["port"\]/,
    )
  })
})
