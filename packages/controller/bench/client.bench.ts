import { start } from './child-process.ts'
import type { FollowerFigures } from './measure-follower.ts'

/** One measured number. */
export interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly peer?: number
  readonly ratio?: number
}

const sizes = {
  full: { objects: 100_000, events: 300_000 },
  small: { objects: 10_000, events: 30_000 },
} as const

// biome-ignore format: the table is what is measured; its columns stay aligned
const figures: readonly [name: string, of: keyof FollowerFigures, unit: string][] = [
  ['until synced',                   'syncedSeconds',         's'],
  ['processor time until synced',    'syncedCpuSeconds',      's'],
  ['memory when synced',             'syncedMb',              'MB'],
  ['memory at its highest',          'peakMb',                'MB'],
  ['events',                         'eventsPerSecond',       '/s'],
  ['processor time of an event',     'eventsCpuMicroseconds', 'µs'],
]

/** Lists and watches many Machines through our client, and beside it through the informer of client-node. */
export async function bench(size: keyof typeof sizes = 'full'): Promise<readonly BenchRow[]> {
  const { objects, events } = sizes[size]
  const server = await start<{ url: string }>('./canned-server.ts', [String(objects)])
  try {
    const follow = async (program: string): Promise<FollowerFigures> =>
      (await start<FollowerFigures>(program, [server.answer.url, String(events)])).answer
    const ours = await follow('./follow-ours.ts')
    const peers = await follow('./follow-client-node.ts')
    return figures.map(([name, of, unit]) => ({
      name: `client, ${objects} objects: ${name}`,
      value: ours[of],
      unit,
      peer: peers[of],
      ratio: ours[of] / peers[of],
    }))
  } finally {
    await server.stop()
  }
}
