import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eksAnywhereCrds } from './crds.ts'
import { clusterKind } from './kinds.ts'

type Case = [profile: 'released' | 'proposal', field: string, there: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['released', 'clusterCertificateInfo', true,  'it was released'],
  ['proposal', 'clusterCertificateInfo', false, 'the document does not know it'],
  ['released', 'defaultCNI',             false, 'it was never built'],
  ['proposal', 'defaultCNI',             true,  'the document asks for it'],
  ['released', 'eksdReleaseRef',         true,  'what is deprecated can still be read'],
  ['proposal', 'eksdReleaseRef',         true,  'what is deprecated can still be read'],
]

const statusOf = (profile: Case[0]) => {
  const [cluster] = eksAnywhereCrds({ profile })
  return cluster?.spec.versions[0]?.schema.openAPIV3Schema.properties?.['status']?.properties ?? {}
}

describe('the CRD of an EKS Anywhere Cluster', () => {
  for (const [profile, field, there, because] of cases) {
    it(`${profile}: ${there ? 'has' : 'lacks'} status.${field}, because ${because}`, () => {
      assert.equal(field in statusOf(profile), there)
    })
  }

  for (const profile of ['released', 'proposal'] as const)
    it(`${profile}: says of status.eksdReleaseRef that it is deprecated, because kubectl explain prints it`, () => {
      assert.match(statusOf(profile)['eksdReleaseRef']?.description ?? '', /^Deprecated: /)
    })

  it('comes first and says for which language it is made', () => {
    const [cluster] = eksAnywhereCrds({ profile: 'proposal' })
    assert.equal(cluster?.metadata.name, `clusters.${clusterKind.group}`)
    assert.equal(cluster?.metadata.labels?.['sitrep.dev/profile'], 'proposal')
  })

  it('serves a status apart from the rest, as do all linked kinds', () => {
    for (const { metadata, spec } of eksAnywhereCrds({ profile: 'released' }))
      assert.deepEqual(spec.versions[0]?.subresources, { status: {} }, metadata.name)
  })

  it('gives every kind a name of its own', () => {
    const names = eksAnywhereCrds({ profile: 'released' }).map(({ metadata }) => metadata.name)
    assert.equal(new Set(names).size, names.length)
  })
})
