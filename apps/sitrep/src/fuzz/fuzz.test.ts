import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { growthOf, mistakeWith, mutant, seedsOf } from './fuzz.testing.ts'
import { parsers } from './parsers.testing.ts'

const runs = 60

for (const parser of parsers) {
  describe(`The reader of ${parser.name}`, () => {
    const seeds = seedsOf(parser)

    it('reads or refuses every kept input', async () => {
      assert.ok(seeds.length > 0)
      for (const [file, bytes] of seeds) assert.equal(await mistakeWith(parser, bytes), undefined, file)
    })

    it('reads or refuses what is made from them', async () => {
      const kept = seeds.map(([, bytes]) => bytes)
      for (let seed = 1; seed <= runs; seed++)
        assert.equal(
          await mistakeWith(parser, mutant(kept, seed)),
          undefined,
          `again: npm run soak -- parsers --only ${parser.name} --from ${seed} --runs 1`,
        )
    })

    it('needs no more than its share for a longer input', async () => {
      for (const grown of parser.grown) {
        const ratio = await growthOf(parser, grown, parser.size ?? 4_000)
        assert.ok(ratio < 10, `${grown(1)}: four times as much needs ${ratio.toFixed(1)} times the work`)
      }
    })
  })
}
