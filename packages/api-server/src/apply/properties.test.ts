import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { difference, type FieldSet, hasPath, isEmptySet, pathsOf, union } from './field-set.ts'
import { objectType } from './field-type.ts'
import { decodeManagedFields, managedFieldsOf } from './managed-fields.ts'
import { ownedFields } from './owned-fields.ts'
import { pathText } from './path-element.ts'
import { withoutStripped } from './stripped-fields.ts'
import { applied, applyWidget, updated, widget, widgetSchema } from './testing.ts'

const text = fc.constantFrom('x', 'y', 'z')
const port = fc.record(
  { port: fc.constantFrom(1, 2, 10), protocol: fc.constantFrom('TCP', 'UDP'), name: text },
  { requiredKeys: ['port'] },
)
const spec: fc.Arbitrary<JsonObject> = fc.record(
  {
    size: fc.nat(2),
    colour: text,
    tags: fc.uniqueArray(text, { minLength: 1 }),
    args: fc.array(text, { minLength: 1, maxLength: 2 }),
    ports: fc.uniqueArray(port, { minLength: 1, selector: (p) => `${p.port}/${p.protocol ?? 'TCP'}` }),
    options: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), text, { minKeys: 1 }),
    point: fc.record({ x: fc.nat(2), y: fc.nat(2) }, { requiredKeys: ['x'] }),
    extra: fc.dictionary(
      fc.constantFrom('p', 'q'),
      fc.oneof(text, fc.array(text), fc.dictionary(text, text, { minKeys: 1 })),
      { minKeys: 1 },
    ),
  },
  { requiredKeys: [] },
)
const widgets = spec.map((given) => widget(given))
const author = fc.constantFrom('a', 'b', 'c')
const steps = fc.array(fc.tuple(fc.constantFrom('apply', 'update'), author, widgets), { maxLength: 5 })

/** An object with a past: several have applied and updated it by force. */
const lived = steps.map((all) =>
  all.reduce<KubeObject>(
    (live, [step, manager, object]) =>
      step === 'apply'
        ? applied({ live, config: object, manager, force: true })
        : updated({ live, updated: object, manager }),
    updated({ updated: widget({ size: 1 }), manager: 'a' }),
  ),
)

const type = objectType(widgetSchema)

function ownersOf(object: KubeObject): Map<string, FieldSet> {
  const decoded = decodeManagedFields(managedFieldsOf(object))
  assert.ok(decoded.kind === 'decoded')
  return new Map([...decoded.owners].map(([id, owner]) => [id, owner.fields]))
}

function loses(path: readonly string[], mine: FieldSet, others: FieldSet): boolean {
  return hasPath(mine, path) && !hasPath(others, path)
}

const all = (sets: Iterable<FieldSet>): FieldSet => [...sets].reduce(union, {})

describe('whatever happened to an object before', () => {
  it('the same apply twice changes nothing, times included', () => {
    fc.assert(
      fc.property(lived, widgets, author, (live, config, manager) => {
        const once = applied({ live, config, manager, force: true })
        const twice = applyWidget({ live: once, config, manager, force: false, now: Date.UTC(2030, 0) })
        assert.deepEqual(twice, { kind: 'applied', object: once, changed: false })
      }),
    )
  })

  it('after force no conflict remains, and the applier owns what it applied', () => {
    fc.assert(
      fc.property(lived, widgets, (live, config) => {
        const object = applied({ live, config, manager: 'new', force: true })
        assert.equal(applyWidget({ live: object, config, manager: 'new' }).kind, 'applied')
        const mine = ownersOf(object).get('{"manager":"new","operation":"Apply"}') ?? {}
        assert.deepEqual(mine, withoutStripped(ownedFields(type, config)))
      }),
    )
  })

  it('an apply that leaves everything out takes away exactly what only its applier owned', () => {
    fc.assert(
      fc.property(lived, (live) => {
        const id = '{"manager":"a","operation":"Apply"}'
        const owners = ownersOf(live)
        const mine = owners.get(id) ?? {}
        owners.delete(id)
        const others = all(owners.values())
        const object = applied({ live, config: widget(), manager: 'a' })
        const left = new Set(pathsOf(ownedFields(type, object)).map(pathText))
        for (const path of pathsOf(difference(mine, others)).map(pathText)) {
          // What is left of a container stands there for what others own inside it.
          const inside = [...left].some((other) => other.startsWith(path) && other !== path)
          assert.ok(!left.has(path) || inside, `${path} should have gone`)
        }
        const before = new Set(pathsOf(ownedFields(type, live)).map(pathText))
        for (const path of pathsOf(others)) {
          // Who owns something inside an item, but not the item, loses it with the item.
          const borne = path.some((_, at) => loses(path.slice(0, at), mine, others))
          if (before.has(pathText(path)) && !borne) assert.ok(left.has(pathText(path)), pathText(path))
        }
      }),
    )
  })

  it('after an update nobody owns what is not there', () => {
    fc.assert(
      fc.property(lived, widgets, (live, next) => {
        const object = updated({ live, updated: next, manager: 'new' })
        const there = union(ownedFields(type, object), allNamed(object))
        for (const fields of ownersOf(object).values()) {
          for (const path of pathsOf(difference(fields, there)).map(pathText))
            assert.fail(`${path} is owned and gone`)
        }
      }),
    )
  })

  it('an update that changes nothing leaves every entry alone', () => {
    fc.assert(
      fc.property(lived, (live) => assert.deepEqual(updated({ live, updated: live, manager: 'x' }), live)),
    )
  })
})

/** Everything that an update which created the object would own. */
function allNamed(object: KubeObject): FieldSet {
  const created = updated({ updated: { ...object, metadata: widget().metadata }, manager: 'all' })
  const fields = all(ownersOf(created).values())
  assert.ok(isEmptySet(fields) === (object['spec'] === undefined))
  return fields
}
