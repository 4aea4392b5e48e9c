// Started by the bench as a process of its own: one of several shards of a fleet. Then one of the others is lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterApi } from '@sitrep/cluster-api'
import { clusterApiFamily } from '@sitrep/cluster-api/family'
import { type Controller, collectInProportion, type Share, startController } from '@sitrep/controller'
import { connectTo } from '@sitrep/controller/connection'
import { createCatalog } from '@sitrep/status'
import { clusterName } from '../../cluster-api/bench/world.ts'
import { KeptByMember } from '../../controller/src/lease/kept-keys.ts'
import { clusterApiEdge } from '../src/cluster-api-edge.ts'
import { fleetSizes, type SizeName } from './fleet-size.ts'

/** What one shard needs. */
export interface ShardFigures {
  readonly machines: number
  readonly objects: number
  readonly connections: number
  readonly memoryMB: number
  readonly untilKnownS: number
  /** Statuses that were written by that. */
  readonly written: number
}

export interface ShardAnswer {
  readonly alone: ShardFigures
  /** What it needs when another one is lost. */
  readonly after?: ShardFigures
}

// As `sitrep run` does.
collectInProportion()
const [url = '', token = '', sizeName = '', count = '1'] = process.argv.slice(2)
const { clusters } = fleetSizes[sizeName as SizeName]
const members = Array.from({ length: Number(count) }, (_, index) => `shard-${index}`)
const [self = '', lost] = members
const listeners: (() => void)[] = []
let kept = new KeptByMember(self, [members])
let written = 0

const share: Share = {
  placeOf: (ref, object) => ({ key: clusterApiFamily.shardKey?.(ref, object) }),
  now: () => kept,
  onChange: (listener) => listeners.push(listener),
}
const headers = { authorization: `Bearer ${token}` }
const connection = connectTo({ server: url, headers: () => headers })
const controller: Controller = startController({
  connection,
  catalog: createCatalog(clusterApi({ profile: 'released' })),
  mode: 'write',
  edges: [clusterApiEdge({ sources: [] })],
  ...(members.length > 1 && { share }),
  mayWrite: (ref, object) => kept.keeps(clusterApiFamily.shardKey?.(ref, object) ?? ''),
  onWritten: () => written++,
})

/** All of the share was read, its clusters are connected, and nothing is waited for. */
function isComplete(own: number): boolean {
  if (!controller.synced) return false
  const { sight, engine } = controller
  if (sight.share?.taking === true) return false
  return sight.clusters.filter(({ state }) => state === 'made').length === own && engine.wanted.length === 0
}

async function measured(since: number): Promise<ShardFigures> {
  const names = Array.from({ length: clusters }, (_, index) => `fleet/${clusterName(index)}`)
  const own = names.filter(kept.keeps).length
  // Looking goes through everything: ten times a second it costs little of what is measured.
  while (!isComplete(own)) await sleep(100)
  const untilKnownS = (performance.now() - since) / 1_000
  await controller.settled()
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.()
    await sleep(200)
  }
  const { engine, sight } = controller
  return {
    machines: [...engine.objects({ group: 'cluster.x-k8s.io', kind: 'Machine' })].length,
    objects: [...engine.objects()].length,
    connections: sight.clusters.length,
    memoryMB: process.memoryUsage().rss / 2 ** 20,
    untilKnownS,
    written,
  }
}

const alone = await measured(performance.now())
let after: ShardFigures | undefined
if (lost !== undefined) {
  written = 0
  kept = new KeptByMember(self, [members.filter((member) => member !== lost)])
  const since = performance.now()
  for (const listener of listeners) listener()
  after = await measured(since)
}
const answer: ShardAnswer = { alone, ...(after && { after }) }
console.log(JSON.stringify(answer))
await controller.stop()
connection.close()
