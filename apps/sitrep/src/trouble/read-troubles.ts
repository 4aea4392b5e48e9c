import { discover } from '@sitrep/controller/connection'
import { type Family, type KubeObject, refOf } from '@sitrep/status'
import { openCluster } from '../cluster/open-cluster.ts'
import type { Call, Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { LiveObjects } from '../source/live-objects.ts'
import { timeOf } from '../source/world-options.ts'
import type { Unread } from '../tree/build-tree.ts'
import type { Asked } from './told-trouble.ts'
import type { Troubles } from './troubles-in.ts'

/** Looks at everything, in files where any are named, else on the server, in one pass. */
export async function readTroubles(call: Call, context: Context): Promise<Troubles> {
  const { namespace } = call.options
  const within = (objects: readonly Asked[]): readonly Asked[] =>
    typeof namespace === 'string' ? objects.filter(({ ref }) => ref.namespace === namespace) : objects
  if (call.options.filename !== undefined) {
    const [{ openWorld }, { holdsOf, troublesIn }] = await Promise.all([
      import('../source/open-world.ts'),
      import('./troubles-in.ts'),
    ])
    const { engine, objects, at, families } = await openWorld(call, context)
    const asked = within(objects.map(({ ref, computed }) => ({ ref, object: computed })))
    return troublesIn(asked, { engine, families, now: at, holds: holdsOf(families) })
  }
  const { judging, families, objects, unread } = await readAll(call, context)
  const at = timeOf(call, context)
  const engine = judging.reportedEngine(objects, families, at)
  const asked = within(objects.map((object) => ({ ref: refOf(object), object })))
  return judging.troublesIn(asked, { engine, families, now: at, holds: judging.holdsOf(families) }, unread)
}

interface ReadWorld {
  readonly judging: typeof import('./troubles-in.ts')
  readonly families: readonly Family[]
  readonly objects: readonly KubeObject[]
  readonly unread: readonly Unread[]
}

async function readAll(call: Call, context: Context): Promise<ReadWorld> {
  const { connection } = await openCluster(call, context)
  try {
    // What judges is large: it is loaded while the server says what it serves.
    const [discovered, judging, families] = await Promise.all([
      discover(connection),
      import('./troubles-in.ts'),
      loadFamilies(context.families),
    ])
    const live = new LiveObjects(connection, discovered)
    const { namespace } = call.options
    const telling = discovered.all.filter((resource) => !judging.isQuiet(resource, families))
    await live.load(
      telling
        .filter(({ namespaced }) => namespaced || typeof namespace !== 'string')
        // What objects of a namespace follow from may lie in another one.
        .map((resource) => ({ resource, scope: {} })),
    )
    return { judging, families, objects: live.all, unread: live.unread }
  } finally {
    connection.close()
  }
}
