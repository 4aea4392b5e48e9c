import { realTiming, ShardMember, type ShardOptions, type Share } from '@sitrep/controller'
import type { Family } from '@sitrep/status'
import type { Call } from '../command.ts'
import { placeOf } from '../families/share-place.ts'
import { parseCount } from '../options/option-values.ts'
import type { Log } from './log.ts'

interface ShardSetting extends Pick<ShardOptions, 'connection' | 'namespace' | 'identity'> {
  readonly log: Log
}

// Far more than any fleet needs: each is looked for at every look.
export const parseShards = (call: Call): number => parseCount(call, 'shards', { otherwise: 1, most: 1_000 })

/** Who takes a seat for this process, and logs who shares the work. One seat is leader election: a second process may always stand by. */
export function shardOf(call: Call, { log, ...setting }: ShardSetting): ShardMember {
  const seats = parseShards(call)
  const namespace = String(call.options['lease-namespace'] ?? setting.namespace)
  const shard: ShardMember = new ShardMember({
    ...setting,
    timing: realTiming,
    namespace,
    group: 'sitrep',
    seats,
    onChange: (members) => log.info('who shares the work', { members, here: shard.seat.held }),
    onTrouble: (trouble) =>
      trouble === undefined
        ? log.info('the Leases are kept again', { namespace })
        : log.warn('the Leases cannot be kept: nothing is written here', { namespace, why: trouble.why }),
  })
  return shard
}

/** Takes a seat. The share of it, where there are several seats: with one, whoever stands by reads everything, to be ready. */
export async function joined(
  shard: ShardMember | undefined,
  families: readonly Family[],
): Promise<Share | undefined> {
  shard?.start()
  if (shard === undefined || shard.seats === 1) return undefined
  // Whoever knows its share when it begins to read reads it once.
  await shard.looked
  return {
    placeOf: (ref, object) => placeOf(families, ref, object),
    now: () => shard.kept,
    onChange: (listener) => shard.listen(listener),
  }
}
