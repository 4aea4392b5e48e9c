import { startController } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import { type Catalog, type ClusterName, managementCluster } from '@sitrep/status'
import { CommandError } from '../command.ts'
import type { ComputedObject, ComputedWorld } from './computed-world.ts'

export interface LiveWorldOptions {
  readonly connection: Connection
  readonly catalog: Catalog
  readonly namespace?: string
  readonly timeoutMs: number
  readonly interrupted: AbortSignal
}

/**
 * Reads the world from a server once and computes everything. What only a connection to a workload cluster could tell counts as "could
 * not look": what was said before about it stays.
 */
export async function readLiveWorld(options: LiveWorldOptions): Promise<ComputedWorld> {
  const unconnected = new Set<ClusterName>()
  const controller = startController({
    connection: options.connection,
    catalog: options.catalog,
    mode: 'compute',
    ...(options.namespace !== undefined && { namespace: options.namespace }),
  })
  controller.onAsked((asked) => {
    const clusters = new Set(
      asked.map(({ cluster }) => cluster).filter((cluster) => !unconnected.has(cluster)),
    )
    for (const cluster of clusters) unconnected.add(cluster)
    controller.feed(
      [...clusters].map((cluster) => ({
        cluster,
        kind: 'every',
        read: false,
        why: 'not connected from here',
      })),
    )
  })
  try {
    await untilSynced(() => controller.synced, options)
    const objects: ComputedObject[] = []
    for (const { ref, reported } of controller.engine.objects()) {
      if ((ref.cluster ?? '') !== managementCluster) continue
      // What a server says is what its controllers wrote, with everything that they could see and this command cannot.
      const decided = controller.engine.claims(ref).length > 0
      objects.push({ ref, reported, computed: reported, written: reported, decided })
    }
    return { engine: controller.engine, objects, uncomputed: [], unlooked: [] }
  } finally {
    await controller.stop()
  }
}

async function untilSynced(
  synced: () => boolean,
  { timeoutMs, interrupted }: LiveWorldOptions,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  // Several looks in a row: what was read may have led to new questions.
  for (let calm = 0; calm < 3; calm = synced() ? calm + 1 : 0) {
    if (interrupted.aborted) throw new CommandError(3, 'Interrupted')
    if (performance.now() > deadline)
      throw new CommandError(3, `The server did not show everything within ${timeoutMs / 1000}s`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
