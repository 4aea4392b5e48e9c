import { discover } from '@sitrep/controller/connection'
import { interruptible } from '../../cluster/interruptible.ts'
import { type FollowedFamily, followingOf } from '../following-of.ts'
import type { Reporter } from '../show/reporter.ts'
import type { Applied } from '../submit/server-side-apply.ts'
import { FollowedProgress } from './followed-progress.ts'
import { writeKubeconfig } from './kubeconfig-file.ts'
import { type KubeconfigPlace, kubeconfigPath } from './kubeconfig-place.ts'
import type { Patience } from './patience.ts'
import { ProgressWatch } from './progress-watch.ts'
import type { Wake } from './wake.ts'
import type { WatchOptions } from './watched-objects.ts'

export interface BeginOptions extends WatchOptions {
  readonly families: readonly FollowedFamily[]
  readonly failAfterMs: number
  readonly place: KubeconfigPlace
  readonly wake: Wake
  readonly reporter: Reporter
}

// Longer than controllers take to notice a change, shorter than anybody minds.
const settleMs = 1000

/** Begins to follow all among what was applied that some family follows. */
export async function beginFollowing(
  applied: readonly Applied[],
  options: BeginOptions,
): Promise<readonly FollowedProgress[]> {
  const { connection, timing, signal, families, wake, reporter } = options
  const followed = applied.flatMap((each) => {
    const following = followingOf(families, each.object)
    return following === undefined ? [] : [{ ...each, following }]
  })
  if (followed.length === 0) return []
  const discovered = await discover(interruptible(connection, { interrupted: signal }))
  const withKubeconfig = followed.filter(({ following }) => following.kubeconfig !== undefined)
  const rivals = withKubeconfig.map(({ object }) => object)
  return followed.map(({ placed, object, result, following }) => {
    const { resource } = placed
    const watched = { connection, timing, discovered, following, object, resource }
    return new FollowedProgress({
      following,
      object,
      watch: new ProgressWatch({ ...watched, onChange: wake.call }),
      patience: { failAfterMs: options.failAfterMs, settleMs, firstLook: firstLookAt(result, applied) },
      kubeconfigPath: kubeconfigPath(object, rivals, options.place),
      writeKubeconfig,
      tell: reporter.tell,
    })
  })
}

/**
 * Whether a failure that already stands there is about what was applied: it is when the object itself was changed, for then it is told by
 * its generation, and when nothing was changed at all. Otherwise something that it refers to was, perhaps against that very failure.
 */
export function firstLookAt(
  result: Applied['result'],
  applied: readonly Pick<Applied, 'result'>[],
): Patience['firstLook'] {
  if (result !== 'unchanged') return 'trusted'
  return applied.every((each) => each.result === 'unchanged') ? 'trusted' : 'doubtful'
}
