import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gateway, gatewayClass } from '@sitrep/gateway-api/testing'
import type { KubeObject } from '@sitrep/status'
import { MemoryWorld } from '../plan/memory-world.testing.ts'

const taken = { ...gatewayClass(), status: { conditions: [{ type: 'Accepted', status: 'True' }] } }
const asked = gateway({
  infrastructure: { labels: { team: 'web' }, annotations: { 'example.com/cost': '7' } },
})
const longest: KubeObject = { ...asked, metadata: { ...asked.metadata, name: 'g'.repeat(253) } }

const accountOf = (...objects: readonly KubeObject[]): KubeObject | undefined =>
  new MemoryWorld({})
    .add(...objects)
    .run(1)
    .world.list({ group: '', kind: 'ServiceAccount' })[0]

describe('The account of a Gateway', () => {
  it('says whose it is, and carries what the Gateway hands on to its infrastructure', () => {
    const { metadata } = accountOf(taken, asked) ?? assert.fail('there is none')
    assert.deepEqual(metadata.labels, { team: 'web', 'gateway.networking.k8s.io/gateway-name': 'edge' })
    assert.deepEqual(metadata.annotations, { 'example.com/cost': '7' })
    assert.equal(metadata.ownerReferences?.[0]?.name, 'edge')
  })

  it('follows what the Gateway hands on later', () => {
    const present = accountOf(taken, gateway()) ?? assert.fail('there is none')
    assert.equal(accountOf(taken, asked, present)?.metadata.labels?.['team'], 'web')
  })

  it('is not there where nobody has taken the class', () => {
    assert.equal(accountOf(gatewayClass(), asked), undefined)
  })

  it('has names and labels that a server takes, however long the name of the Gateway is', () => {
    const { metadata } = accountOf(taken, longest) ?? assert.fail('there is none')
    assert.ok((metadata.labels?.['gateway.networking.k8s.io/gateway-name'] ?? '').length <= 63)
    assert.ok(metadata.name.length <= 253)
  })
})
