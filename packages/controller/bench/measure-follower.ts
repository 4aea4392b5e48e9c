import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What following a server costs. */
export interface FollowerFigures {
  readonly syncedSeconds: number
  readonly syncedMb: number
  readonly peakMb: number
  readonly eventsPerSecond: number
  /** Processor time of the client alone, for the machine may be shared. */
  readonly syncedCpuSeconds: number
  readonly eventsCpuMicroseconds: number
}

interface Told {
  readonly synced: (objects: number) => void
  readonly changed: (changes: number) => void
}

/** Starts a follower, waits until it knows everything, lets the server send a burst of changes, and prints what that cost. */
export async function measureFollower(
  { url, events }: { readonly url: string; readonly events: number },
  start: (told: Told) => () => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const sync = Promise.withResolvers<number>()
  const all = Promise.withResolvers<void>()
  let left = Number.POSITIVE_INFINITY
  const changed = (changes: number): void => {
    left -= changes
    if (left <= 0) all.resolve()
  }
  const stop = start({ synced: sync.resolve, changed })
  const objects = await sync.promise
  const syncedSeconds = (performance.now() - begun) / 1_000
  const syncedCpuSeconds = cpuSeconds()
  const syncedMb = residentMb()
  // A client may open its watch only after it told that it has listed.
  await sleep(500)
  left = events
  const [cpuBefore, before] = [cpuSeconds(), performance.now()]
  request(`${url}/burst?events=${events}`, { method: 'POST' }).end()
  await all.promise
  const seconds = (performance.now() - before) / 1_000
  const figures: FollowerFigures & { readonly objects: number } = {
    objects,
    syncedSeconds,
    syncedMb,
    syncedCpuSeconds,
    eventsPerSecond: events / seconds,
    eventsCpuMicroseconds: ((cpuSeconds() - cpuBefore) * 1e6) / events,
    peakMb: process.resourceUsage().maxRSS / 2 ** 10,
  }
  console.log(JSON.stringify(figures))
  await stop()
  process.exit(0)
}

const residentMb = (): number => process.memoryUsage().rss / 2 ** 20

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
