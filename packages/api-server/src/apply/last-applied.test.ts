import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getPath } from '../json/own.ts'
import { applied, applyWidget, entriesOf, updated, widget } from './testing.ts'

const key = 'kubectl.kubernetes.io/last-applied-configuration'
const before = widget({ size: 1, colour: 'red' })
const annotations = { [key]: JSON.stringify(before) }
const live = updated({
  updated: widget({ size: 1, colour: 'red' }, { metadata: { annotations } }),
  manager: 'kubectl-client-side-apply',
})

describe('kubectl, coming from client-side apply', () => {
  it('meets no conflict over a field that still has the value it applied last', () => {
    const object = applied({ live, config: widget({ size: 2, colour: 'red' }), manager: 'kubectl' })
    assert.deepEqual(entriesOf(object)['kubectl Apply @0'], { 'f:spec': { 'f:colour': {}, 'f:size': {} } })
  })

  it('meets the conflicts over fields that somebody has changed since', () => {
    const changed = updated({
      live,
      updated: { ...live, spec: { size: 5, colour: 'red' } },
      manager: 'other',
    })
    const outcome = applyWidget({
      live: changed,
      config: widget({ size: 2, colour: 'blue' }),
      manager: 'kubectl',
    })
    assert.ok(outcome.kind === 'conflict')
    assert.deepEqual(
      outcome.causes.map(({ field }) => field),
      ['.spec.size'],
    )
  })

  it('is not helped under another name, nor by an annotation that cannot be read', () => {
    const config = widget({ size: 2 })
    assert.equal(applyWidget({ live, config, manager: 'kubectl-apply' }).kind, 'conflict')
    for (const text of ['', 'not JSON', '[]', '{"apiVersion":"v1"}', JSON.stringify(widget({ shape: 1 }))]) {
      const metadata = { ...live.metadata, annotations: { [key]: text } }
      assert.equal(applyWidget({ live: { ...live, metadata }, config, manager: 'kubectl' }).kind, 'conflict')
    }
  })

  it('keeps the annotation telling what was applied last', () => {
    const config = widget({ size: 2, colour: '<red>' }, { metadata: { annotations: { b: '1', a: '2' } } })
    const object = applied({ live, config, manager: 'kubectl' })
    assert.equal(
      getPath(object, ['metadata', 'annotations', key]),
      '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"annotations":{"a":"2","b":"1"},"name":"w",' +
        '"namespace":"default"},"spec":{"colour":"\\u003cred\\u003e","size":2}}\n',
    )
  })

  it('drops the annotation when it would make the annotations too large', () => {
    const config = widget({ size: 1, colour: 'x'.repeat(256 * 1024) })
    const object = applied({ live, config, manager: 'kubectl' })
    assert.deepEqual(getPath(object, ['metadata', 'annotations']), {})
  })
})
