import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupOf } from '@sitrep/status'
import { clusterName, type Fleet } from '../../../packages/cluster-api/bench/world.ts'
import { withLife } from './life.ts'
import { type Mould, newCluster } from './mould.ts'
import { listStored, startServer } from './server-process.ts'

const [models, lives] = [4, 5]

/**
 * A few clusters as change leaves them, each worker replaced several times, with all that server and controller have written on them: a fleet
 * of new ones would only grow into one that has lived.
 */
export async function livedClusters({ controlPlanes, workers }: Fleet): Promise<readonly Mould[]> {
  const fleet = { clusters: models, controlPlanes, workers }
  const moulds = Array.from({ length: models }, (_, index) => newCluster(fleet, index))
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-soak-'))
  const { connection, stop } = await startServer({ clusters: models, moulds, folder, limits: 1 })
  try {
    return await withLife({ connection, fleet, moulds, seed: 0, letter: 'a' }, async ({ churn, quiet }) => {
      while (churn.replaced < lives * models * workers) await churn.step()
      await quiet()
      const objects = moulds.flatMap((mould) => mould.objects)
      const changing = new Map(objects.map(({ apiVersion, kind }) => [kind, groupOf(apiVersion)]))
      const stored = await Promise.all(
        [...changing].map(([kind, group]) => listStored(connection, { group, kind })),
      )
      return moulds.map(({ index }) => ({
        index,
        workers: churn.workers[index] ?? [],
        objects: stored.flat().filter(({ metadata }) => metadata.name.startsWith(clusterName(index))),
      }))
    })
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
