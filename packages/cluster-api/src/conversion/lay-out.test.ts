import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fields, type KubeObject, profiles } from '@sitrep/status'
import fc from 'fast-check'
import { providerVersion } from './arbitrary.testing.ts'
import { convert } from './convert.ts'
import { keepInOneLayout, layOut } from './lay-out.ts'
import { convertibleKinds, proposalNewer, releasedNewer } from './stages.testing.ts'

const runs = { numRuns: 300 }
const newerIn = { proposal: proposalNewer, released: releasedNewer } as const

const inOlder = (object: KubeObject): KubeObject => ({
  ...object,
  apiVersion: object.apiVersion.replace('v1beta2', 'v1beta1'),
})

describe('a status laid out in the older version', () => {
  for (const profile of profiles)
    for (const kind of convertibleKinds)
      it(`of a ${kind} as ${profile} is what a conversion makes of it`, () => {
        fc.assert(
          fc.property(newerIn[profile](kind), (object) => {
            const converted = convert(object, {
              from: `${profile}-v1beta2`,
              to: `${profile}-v1beta1`,
              referenceVersion: () => providerVersion,
            })
            if (object.status === undefined) return
            const laid = layOut(fields(object.status), inOlder(object), { profile })
            assert.deepEqual(laid, fields(converted.status))
          }),
          runs,
        )
      })

  for (const kind of convertibleKinds)
    it(`of a ${kind} in the document’s first stage is read again as it was computed`, () => {
      fc.assert(
        fc.property(proposalNewer(kind), (object) => {
          const status = fields(object.status)
          if (status['conditions'] === undefined) return
          const laid = layOut(status, inOlder(object), { profile: 'proposal' })
          assert.deepEqual(keepInOneLayout({ ...inOlder(object), status: laid }), object)
        }),
        runs,
      )
    })

  it('takes the computed value where somebody put another in its place, because a status must be written all the same', () => {
    const like = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine' }
    const status = { phase: 'Odd', backCompatibility: { phase: 'Running' }, initialization: 7 }
    assert.equal(layOut(status, like, { profile: 'proposal' })['phase'], 'Running')
  })

  it('is left as it is in v1beta2', () => {
    const status = { backCompatibility: { phase: 'Running' } }
    const like = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Machine' }
    assert.equal(layOut(status, like, { profile: 'proposal' }), status)
  })
})
