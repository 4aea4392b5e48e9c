// Texts near those of the corpus, for as long as is asked: `--seed N` where to begin (the day's own otherwise), `--minutes N` for how long.
// A failure names the text; add it to the corpus, with a reason, before mending what it found.
import { parseArgs } from 'node:util'
import { randomFrom } from '../src/fuzz/mutate.testing.ts'
import { fuzz, fuzzTargets } from '../src/fuzz/targets.testing.ts'
import { openTestServer } from '../src/server.testing.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string', default: '10' } },
})
const until = Date.now() + Number(values.minutes) * 60_000
const rounds = 500
let seed = Number(values.seed ?? Math.floor(Date.now() / 86_400_000))
let tried = 0
const heapMb: number[] = []
while (Date.now() < until) {
  const test = await openTestServer()
  for (const target of fuzzTargets(test)) {
    try {
      await fuzz(target, randomFrom(seed), rounds)
    } catch (error) {
      console.error(`seed ${seed}:`, error)
      process.exitCode = 1
    }
    tried += rounds
  }
  await test.close()
  globalThis.gc?.()
  heapMb.push(process.memoryUsage().heapUsed / 2 ** 20)
  seed++
}
console.log(JSON.stringify({ name: 'texts tried', value: tried, unit: 'texts' }))
// The first round loads and compiles; what later ones leave behind is growth.
const growth = (heapMb.at(-1) ?? 0) - (heapMb[1] ?? heapMb[0] ?? 0)
console.log(JSON.stringify({ name: 'heap that stayed', value: growth, unit: 'MB' }))
