import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crds } from '@sitrep/cluster-api'
import type { CustomResourceDefinition } from '@sitrep/status'
import { genuineDefinitions, howToGetFiles } from '../../../tools/peers/cluster-api/genuine-files.ts'
import { traitsOf } from '../../../tools/peers/traits.ts'

/** A way in which our schema of a status differs from the released one and means to. */
type KnownDifference = readonly [trait: RegExp, reason: string]

/** All of them; each must still be there, or the test asks for it to be struck out. */
const knownDifferences: readonly KnownDifference[] = [
  [
    / x-kubernetes-preserve-unknown-fields$/,
    'our definitions keep what a newer release says besides, so that nothing is lost where both are installed in turn',
  ],
]

const found = [
  await genuineDefinitions('cluster-api-core'),
  await genuineDefinitions('cluster-api-control-plane'),
]
const genuine = found.flatMap(
  (definitions) => (definitions ?? []) as readonly unknown[] as readonly CustomResourceDefinition[],
)

/** The version that is stored: what we write is written in it. */
const inStatus = /^v1beta2 status[ .]/

function differences(own: CustomResourceDefinition): readonly (readonly [trait: string, told: string])[] {
  const released = genuine.find(({ metadata }) => metadata.name === own.metadata.name)
  assert.ok(released, `${own.metadata.name} is not among the released definitions`)
  const [ours, theirs] = [traitsOf(own), traitsOf(released)]
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .filter((trait) => inStatus.test(trait) && ours.get(trait) !== theirs.get(trait))
    .map((trait) => [
      trait,
      `${own.spec.names['kind']}: ${trait}: ours ${ours.get(trait)}, released ${theirs.get(trait)}`,
    ])
}

describe('our schema of the released statuses beside that of the release', {
  skip: genuine.length === 0 && howToGetFiles,
}, () => {
  const ours = crds({ profile: 'released' })

  for (const own of ours)
    it(`${own.spec.names['kind']}: the same fields, types and limits, apart from what is listed`, () => {
      const unknown = differences(own).filter(
        ([trait]) => !knownDifferences.some(([known]) => known.test(trait)),
      )
      assert.deepEqual(
        unknown.map(([, told]) => told),
        [],
      )
    })

  it('every listed difference is still there', () => {
    const traits = ours.flatMap((own) => differences(own).map(([trait]) => trait))
    const stale = knownDifferences.filter(([known]) => !traits.some((trait) => known.test(trait)))
    assert.deepEqual(
      stale.map(([, reason]) => reason),
      [],
    )
  })
})
