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
    const [{ openWorld }, judging] = await Promise.all([
      import('../source/open-world.ts'),
      import('./troubles-in.ts'),
    ])
    const { engine, objects, at, families, collected } = await openWorld(call, context)
    if (collected !== undefined) {
      const telling = objects
        .map(({ reported }) => reported)
        .filter((object) => !judging.isQuiet(object, families))
      return reportedTroubles({ judging, families, objects: telling, unread: collected.unread }, within, at)
    }
    const asked = within(objects.map(({ ref, computed }) => ({ ref, object: computed })))
    return judging.troublesIn(asked, { engine, families, now: at, holds: judging.holdsOf(families) })
  }
  return reportedTroubles(await readAll(call, context), within, timeOf(call, context))
}

// What a server says is what its controllers wrote, whether it is asked now or was when a bundle was made.
function reportedTroubles(
  { judging, families, objects, unread }: ReadWorld,
  within: (objects: readonly Asked[]) => readonly Asked[],
  at: string,
): Promise<Troubles> {
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
    const telling = discovered.all.filter((resource) => !judging.isQuiet(judging.typeOf(resource), families))
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
