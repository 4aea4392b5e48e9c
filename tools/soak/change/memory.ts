/** Memory that objects and buffers hold after everything that can go has gone, in megabytes. The process must let itself be collected. */
export function memoryInUse(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}

/** One look at a process. */
export interface Sample {
  readonly minutes: number
  readonly megabytes: number
}

/** How fast memory grows: by least squares over the samples. */
export interface Growth {
  readonly megabytesPerHour: number
  /** Of what it began with. */
  readonly percentPerHour: number
}

export function growthOf(samples: readonly Sample[]): Growth {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length
  const [time, size] = [
    mean(samples.map((each) => each.minutes)),
    mean(samples.map((each) => each.megabytes)),
  ]
  let [together, alone] = [0, 0]
  for (const { minutes, megabytes } of samples) {
    together += (minutes - time) * (megabytes - size)
    alone += (minutes - time) ** 2
  }
  const megabytesPerHour = alone === 0 ? 0 : (60 * together) / alone
  return { megabytesPerHour, percentPerHour: (100 * megabytesPerHour) / size }
}
