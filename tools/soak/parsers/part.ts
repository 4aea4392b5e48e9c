import { parseArgs } from 'node:util'
import {
  growthOf,
  keepSeed,
  mistakeWith,
  mutant,
  seedsOf,
} from '../../../apps/sitrep/src/fuzz/fuzz.testing.ts'
import { type Parser, parsers as readers } from '../../../apps/sitrep/src/fuzz/parsers.testing.ts'
import { recordResult } from '../../proof/record.ts'
import type { SoakPart } from '../parts.ts'

interface Worst {
  mistakes: number
  slowestMs: number
  growth: number
}

const mostGrowth = 10

/** Feeds every reader on this side of a server with inputs made from kept ones. What breaks one is kept. */
export const parsers: SoakPart = {
  name: 'parsers',
  summary:
    'Random input for every reader of files, options and expressions: no crash, no hang, no work that grows faster',
  usage: 'parsers [--runs N] [--from SEED] [--only READER]',

  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string', default: '20000' },
        from: { type: 'string', default: '1' },
        only: { type: 'string' },
      },
    })
    const chosen = readers.filter(({ name }) => values.only === undefined || values.only === name)
    const seeds = { first: Number(values.from), count: Number(values.runs) }
    const worst: Worst = { mistakes: 0, slowestMs: 0, growth: 0 }
    for (const reader of chosen) await strain(reader, seeds, worst)
    const kept = chosen.reduce((sum, reader) => sum + seedsOf(reader).length, 0)
    recordResult('parsers', {
      readers: chosen.length,
      'kept inputs': kept,
      'random inputs a reader': seeds.count,
      'inputs that broke a reader': worst.mistakes,
      'slowest input of at most 20 kB, ms': Math.round(worst.slowestMs),
      'most work for four times the input': `${worst.growth.toFixed(1)} times`,
    })
    return worst.mistakes === 0 && worst.growth < mostGrowth
  },
}

async function strain(
  reader: Parser,
  { first, count }: { readonly first: number; readonly count: number },
  worst: Worst,
): Promise<void> {
  const kept = seedsOf(reader).map(([, bytes]) => bytes)
  let [slowest, slowestSeed] = [0, first]
  for (let seed = first; seed < first + count; seed++) {
    const bytes = mutant(kept, seed)
    const start = performance.now()
    const mistake = await mistakeWith(reader, bytes)
    const took = performance.now() - start
    if (took > slowest) [slowest, slowestSeed] = [took, seed]
    if (mistake === undefined) continue
    worst.mistakes++
    console.log(`${reader.name}: ${String(mistake)}; kept as ${keepSeed(reader, bytes, seed)}`)
    console.log(`  again: npm run soak -- parsers --only ${reader.name} --from ${seed} --runs 1`)
  }
  let growth = 0
  for (const grown of reader.grown)
    growth = Math.max(growth, await growthOf(reader, grown, reader.size ?? 4_000))
  worst.slowestMs = Math.max(worst.slowestMs, slowest)
  worst.growth = Math.max(worst.growth, growth)
  console.log(
    `  ${reader.name}: ${count} inputs, the slowest ${slowest.toFixed(0)} ms (seed ${slowestSeed}), growth ${growth.toFixed(1)}`,
  )
}
