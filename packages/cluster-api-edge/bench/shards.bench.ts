import { start } from '../../controller/bench/child-process.ts'
import type { BenchRow } from '../../controller/bench/client.bench.ts'
import type { SizeName } from './fleet-size.ts'
import type { ShardAnswer } from './shard-process.ts'

const sizes = {
  /** Takes half an hour where others work too. */
  large: ['sharedLarge'],
  full: ['sharedSmall', 'shared', 'sharedMedium'],
  small: ['sharedSmall'],
} as const satisfies Readonly<Record<string, readonly SizeName[]>>

/** One of 1, 2 and 4 shards over a fleet whose statuses are written, and what it takes when another one is lost. */
export async function bench(size: keyof typeof sizes = 'full'): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = []
  for (const name of sizes[size]) rows.push(...(await ofFleet(name)))
  return rows
}

async function ofFleet(size: SizeName): Promise<readonly BenchRow[]> {
  const server = await start<{ url: string; token: string }>(
    new URL('./fleet-server.ts', import.meta.url).href,
    [size],
  )
  const { url, token } = server.answer
  try {
    const rows: BenchRow[] = []
    for (const shards of [1, 2, 4])
      rows.push(...rowsOf(shards, await ofShards([url, token, size, String(shards)])))
    return rows
  } finally {
    await server.stop()
  }
}

async function ofShards(args: readonly string[]): Promise<ShardAnswer> {
  const { answer, stop } = await start<ShardAnswer>(new URL('./shard-process.ts', import.meta.url).href, args)
  await stop()
  return answer
}

function rowsOf(shards: number, { alone, after }: ShardAnswer): readonly BenchRow[] {
  const label = `one of ${shards} shards, ${alone.machines} machines`
  const rows: readonly BenchRow[] = [
    { name: `${label}: objects`, value: alone.objects, unit: '' },
    { name: `${label}: connections to workload clusters`, value: alone.connections, unit: '' },
    { name: `${label}: memory`, value: alone.memoryMB, unit: 'MB' },
    { name: `${label}: until every status is known`, value: alone.untilKnownS, unit: 's' },
    { name: `${label}: statuses written by that`, value: alone.written, unit: '' },
  ]
  if (after === undefined) return rows
  const lost = `${label}, another one is lost`
  return [
    ...rows,
    { name: `${lost}: machines then`, value: after.machines, unit: '' },
    { name: `${lost}: connections then`, value: after.connections, unit: '' },
    { name: `${lost}: memory then`, value: after.memoryMB, unit: 'MB' },
    { name: `${lost}: until its share is taken over`, value: after.untilKnownS, unit: 's' },
    { name: `${lost}: statuses written by that`, value: after.written, unit: '' },
  ]
}
