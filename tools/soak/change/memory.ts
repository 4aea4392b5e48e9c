/** What a process holds after everything that can go has gone, in megabytes. */
export interface Memory {
  /** Objects of the language. */
  readonly heap: number
  /** Buffers and whatever else lies beside the heap. */
  readonly external: number
  /** What the system has given to the process: pages that are free again included. */
  readonly resident: number
  /** Of it, the objects that a server stores. */
  readonly stored?: number
}

/** Looks at this process, which must let itself be collected. */
export function memoryInUse(): Memory {
  // What a first collection sets free, such as buffers behind weak references, a second one takes.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed / 2 ** 20, external: external / 2 ** 20, resident: rss / 2 ** 20 }
}

/** One look at a process. */
export interface Sample {
  readonly minutes: number
  /** How many objects had been created, changed or deleted by then. */
  readonly changes: number
  readonly megabytes: number
}

/** How fast memory grows: by least squares over the samples. */
export interface Growth {
  readonly megabytesPerHour: number
  /** Of what it was on average. */
  readonly percentPerHour: number
  readonly megabytesPerMillionChanges: number
}

export function growthOf(samples: readonly Sample[]): Growth {
  const megabytesPerHour = 60 * slopeOf(samples, ({ minutes }) => minutes)
  const size = mean(samples.map(({ megabytes }) => megabytes))
  return {
    megabytesPerHour,
    percentPerHour: size === 0 ? 0 : (100 * megabytesPerHour) / size,
    megabytesPerMillionChanges: 1e6 * slopeOf(samples, ({ changes }) => changes),
  }
}

function slopeOf(samples: readonly Sample[], placeOf: (sample: Sample) => number): number {
  const [place, size] = [mean(samples.map(placeOf)), mean(samples.map(({ megabytes }) => megabytes))]
  let [together, alone] = [0, 0]
  for (const sample of samples) {
    together += (placeOf(sample) - place) * (sample.megabytes - size)
    alone += (placeOf(sample) - place) ** 2
  }
  return alone === 0 ? 0 : together / alone
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length
