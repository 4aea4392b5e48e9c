import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CustomResourceDefinition } from '@sitrep/status'
import { traitsOf } from '../../../tools/peers/traits.ts'
import { gatewayApiCrds } from '../src/crds/crds.ts'
import { genuineCrds, howToGetCrds } from './genuine-crds.ts'
import { knownDifferences } from './known-differences.ts'

const genuine = await genuineCrds()
const kindOf = ({ spec }: CustomResourceDefinition): string => String(spec.names['kind'])

function differences(
  ours: CustomResourceDefinition,
  theirs: CustomResourceDefinition,
): readonly (readonly [place: string, told: string])[] {
  const [own, released] = [traitsOf(ours), traitsOf(theirs)]
  return [...new Set([...own.keys(), ...released.keys()])]
    .filter((trait) => own.get(trait) !== released.get(trait))
    .map((trait) => {
      const place = `${kindOf(ours)}: ${trait}`
      return [place, `${place}: ours ${own.get(trait)}, released ${released.get(trait)}`]
    })
}

describe('our CRDs beside those that were released', {
  skip: genuine === undefined && howToGetCrds,
}, () => {
  const ours = gatewayApiCrds({ profile: 'released' })

  it('are about the same kinds', () => {
    assert.deepEqual(ours.map(kindOf).sort(), (genuine ?? []).map(kindOf).sort())
  })

  it('differ in nothing but what is listed, and in all of that', () => {
    const found = ours.flatMap((own) =>
      (genuine ?? [])
        .filter((theirs) => kindOf(theirs) === kindOf(own))
        .flatMap((theirs) => differences(own, theirs)),
    )
    const known = new Set(knownDifferences.map(([kind, trait]) => `${kind}: ${trait}`))
    const seen = new Set(found.map(([place]) => place))
    assert.deepEqual(
      found.filter(([place]) => !known.has(place)).map(([, told]) => told),
      [],
    )
    assert.deepEqual(
      [...known].filter((place) => !seen.has(place)),
      [],
      'these listed differences are not there any more',
    )
  })
})
