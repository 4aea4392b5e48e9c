import { discover } from '@sitrep/controller/connection'
import { interruptible } from '../../source/interruptible.ts'
import { familyOf } from '../phases/families.ts'
import type { Reporter } from '../show/reporter.ts'
import type { Applied } from '../submit/server-side-apply.ts'
import { ClusterWatch } from './cluster-watch.ts'
import { FollowedCluster } from './followed-cluster.ts'
import { writeKubeconfig } from './kubeconfig-file.ts'
import { type KubeconfigPlace, kubeconfigPath } from './kubeconfig-place.ts'
import type { Patience } from './patience.ts'
import type { Wake } from './wake.ts'
import type { WatchOptions } from './watched-objects.ts'

export interface BeginOptions extends WatchOptions {
  readonly failAfterMs: number
  readonly place: KubeconfigPlace
  readonly wake: Wake
  readonly reporter: Reporter
}

// Longer than controllers take to notice a change, shorter than anybody minds.
const settleMs = 1000

/** Begins to follow all clusters among what was applied. */
export async function beginFollowing(
  applied: readonly Applied[],
  options: BeginOptions,
): Promise<readonly FollowedCluster[]> {
  const clusters = applied.filter(({ object }) => familyOf(object) !== undefined)
  const asked = interruptible(options.connection, { interrupted: options.signal })
  const discovered = clusters.length === 0 ? undefined : await discover(asked)
  return clusters.flatMap(({ placed, object, result }) => {
    const family = familyOf(object)
    if (family === undefined || discovered === undefined) return []
    const { connection, timing, signal, wake, reporter } = options
    const { resource } = placed
    const watched = { connection, timing, signal, discovered, family, cluster: object, resource }
    return [
      new FollowedCluster({
        family,
        cluster: object,
        watch: new ClusterWatch({ ...watched, onChange: wake.call }),
        patience: { failAfterMs: options.failAfterMs, settleMs, firstLook: firstLookAt(result, applied) },
        kubeconfigPath: kubeconfigPath(
          object,
          clusters.map((each) => each.object),
          options.place,
        ),
        writeKubeconfig,
        tell: reporter.tell,
      }),
    ]
  })
}

/**
 * Whether a failure that already stands there is about what was applied: it is when the cluster itself was changed, for then it is told by
 * its generation, and when nothing was changed at all. Otherwise something that the cluster refers to was, perhaps against that very failure.
 */
export function firstLookAt(
  result: Applied['result'],
  applied: readonly Pick<Applied, 'result'>[],
): Patience['firstLook'] {
  if (result !== 'unchanged') return 'trusted'
  return applied.every((each) => each.result === 'unchanged') ? 'trusted' : 'doubtful'
}
