import { setTimeout as sleep } from 'node:timers/promises'
import { clusterApi } from '@sitrep/cluster-api'
import { type Controller, startController } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import { createCatalog } from '@sitrep/status'
import type { Fleet } from '../../../packages/cluster-api/bench/world.ts'
import { chanceOf } from '../chance.ts'
import { Churn } from './churn.ts'
import { besidesTheApi, copied, type Mould } from './mould.ts'

export const catalog = createCatalog(clusterApi({ profile: 'released' }))

const calmMs = 3_000

export interface LifeOptions {
  readonly connection: Connection
  readonly fleet: Fleet
  readonly moulds: readonly Mould[]
  readonly seed: number
  /** With which the names of new workers begin. */
  readonly letter: string
}

/** A fleet with a controller at work, and what lets it change. */
export interface Life {
  readonly controller: Controller
  readonly churn: Churn
  /** Statuses written so far. */
  readonly written: () => number
  /** Resolves when everything was looked at and nothing has been written for a while. */
  readonly quiet: () => Promise<void>
}

/** Lets something happen to a fleet, from when everything was looked at and all that there is to say has been written. */
export async function withLife<Result>(
  { connection, fleet, moulds, seed, letter }: LifeOptions,
  work: (life: Life) => Promise<Result>,
): Promise<Result> {
  let writes = 0
  const controller = startController({ connection, catalog, mode: 'write', onWritten: () => writes++ })
  const quiet = async (): Promise<void> => {
    for (let before = -1; !controller.synced || before !== writes; ) {
      before = writes
      await sleep(calmMs)
      await controller.settled()
    }
  }
  try {
    const workers: (readonly string[])[] = []
    for (let index = 0; index < fleet.clusters; index++) {
      const cluster = copied(moulds, index)
      workers.push(cluster.workers)
      controller.feed([...besidesTheApi(fleet, cluster)])
    }
    await quiet()
    const chance = chanceOf(seed)
    const churn = new Churn({ connection, fleet, workers, letter, chance, feed: controller.feed })
    return await work({ controller, churn, written: () => writes, quiet })
  } finally {
    await controller.stop()
  }
}
