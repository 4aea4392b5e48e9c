import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadState } from '@sitrep/controller'
import { ControllerError, type ServedResource } from '@sitrep/controller/connection'
import { Links } from './links.ts'

const resource = (kind: string): ServedResource => ({
  group: 'example.com',
  version: 'v1',
  kind,
  plural: `${kind.toLowerCase()}s`,
  namespaced: true,
  names: [],
})

const failed = (code: ControllerError['code'], httpStatus?: number): ReadState => {
  const error = new ControllerError(code, `it is ${code}`, {
    retry: 'with-backoff',
    ...(httpStatus !== undefined && { httpStatus }),
  })
  return { read: false, why: error.message, error }
}

describe('The links to a server', () => {
  it('are lost with the first kind that is not heard, and found with the last that is again', () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const links = new Links(() => now)
    const [widget, gadget] = [resource('Widget'), resource('Gadget')]
    assert.equal(links.state(widget, failed('not-reachable')), true)
    now += 60_000
    assert.equal(links.state(gadget, failed('not-reachable')), false)
    assert.equal(links.state(widget, failed('not-reachable')), false)
    assert.deepEqual(links.lost, { since: '2026-01-01T00:00:00.000Z', why: 'it is not-reachable' })
    assert.equal(links.state(widget, { read: true }), false)
    assert.equal(links.state(gadget, { read: true }), true)
    assert.equal(links.lost, undefined)
  })

  it('stand where a kind may not be read, which is told, or is not there any more', () => {
    const links = new Links(() => 0)
    assert.equal(links.state(resource('Widget'), failed('forbidden')), false)
    assert.equal(links.state(resource('Gadget'), failed('not-found')), false)
    assert.equal(links.state(resource('Gizmo'), failed('refused', 405)), false)
    assert.deepEqual(
      links.unread.map(({ kind, why }) => [kind.kind, why]),
      [['Widget', 'it is forbidden']],
    )
    links.state(resource('Widget'), { read: true })
    assert.deepEqual(links.unread, [])
  })
})
