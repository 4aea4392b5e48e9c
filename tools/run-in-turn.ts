import { availableParallelism } from 'node:os'

/** Runs as many at once as there are cores, the next when one has ended, and tells their results in their order. */
export async function* runInTurn<Job, Result>(
  jobs: readonly Job[],
  run: (job: Job) => Promise<Result>,
): AsyncGenerator<readonly [Job, Result]> {
  const results = jobs.map(() => Promise.withResolvers<Result>())
  const left = [...jobs.entries()]
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [at, job] = next
      const result = run(job)
      results[at]?.resolve(result)
      await result
    }
  }
  const working = Promise.all(Array.from({ length: availableParallelism() }, work))
  for (const [at, job] of jobs.entries())
    yield [job, await (results[at] as PromiseWithResolvers<Result>).promise]
  await working
}
