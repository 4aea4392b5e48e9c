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
let [tried, failures, slowestMs] = [0, 0, 0]
const heapMb: number[] = []
while (Date.now() < until) {
  const test = await openTestServer()
  for (const target of fuzzTargets(test)) {
    const begin = performance.now()
    try {
      await fuzz(target, randomFrom(seed), rounds)
    } catch (error) {
      console.error(`seed ${seed}:`, error)
      process.exitCode = 1
      failures++
    }
    slowestMs = Math.max(slowestMs, (performance.now() - begin) / rounds)
    tried += rounds
  }
  await test.close()
  globalThis.gc?.()
  heapMb.push(process.memoryUsage().heapUsed / 2 ** 20)
  seed++
}
const tell = (name: string, value: number, unit?: string): void =>
  console.log(JSON.stringify({ name, value, unit }))
tell('texts tried', tried)
tell('texts that broke something', failures)
tell('slowest reader, mean of a text', slowestMs, 'ms')
// The first round loads and compiles; what later ones leave behind is growth.
tell('heap that stayed', (heapMb.at(-1) ?? 0) - (heapMb[1] ?? heapMb[0] ?? 0), 'MB')
