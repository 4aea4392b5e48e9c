import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ago, machine } from './testing.ts'
import { mergeVersions, versionsOf } from './versions.ts'

describe('the versions of Machines', () => {
  it('stand oldest first, each with its number of replicas', () => {
    const machines = ['v1.34.1', 'v1.9.0', 'v1.34.1'].map((version, at) => machine(`m-${at}`, { version }))
    assert.deepEqual(versionsOf(machines), [
      { version: 'v1.9.0', replicas: 1 },
      { version: 'v1.34.1', replicas: 2 },
    ])
  })

  it('leave out Machines that say none', () => {
    assert.deepEqual(versionsOf([machine('a', { version: undefined })]), [])
  })

  it('stand in the order of age where their builds have none', () => {
    const machines = [
      machine('a', { version: '1.2.3+young', createdAt: ago(10) }),
      machine('b', { version: '1.2.3+old', createdAt: ago(100) }),
    ]
    assert.deepEqual(
      versionsOf(machines).map(({ version }) => version),
      ['1.2.3+old', '1.2.3+young'],
    )
  })

  it('stand before texts that are no versions, which stand in their own order', () => {
    const counts = ['zz', 'v1.2.3', 'aa'].map((version) => ({ version, replicas: 1 }))
    assert.deepEqual(
      mergeVersions(counts).map(({ version }) => version),
      ['v1.2.3', 'aa', 'zz'],
    )
  })

  it('say nothing about zero replicas, as an API server does', () => {
    assert.deepEqual(mergeVersions([{ version: 'v1.2.3' }]), [{ version: 'v1.2.3' }])
  })
})
