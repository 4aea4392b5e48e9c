import type { KubeObject } from '../json/json.ts'
import { getPath } from '../json/own.ts'
import { decodeObject } from '../resources/encoding.ts'
import { storedBytes } from '../store/object-slices.ts'
import { inBatches } from '../writes/pause.ts'
import type { Controller, ControllerContext } from './controller.ts'

const intervalMs = 60_000

/** Forgets Events so long after something last happened to them. */
export function startEventExpiry(
  { cluster, writes, report }: ControllerContext,
  lifetimeMs: number,
): Controller {
  const expire = async (): Promise<void> => {
    const view = cluster.registry.find('', 'v1', 'events')
    if (view === undefined) return
    const deadline = cluster.edge.now() - lifetimeMs
    const events = cluster.store.list({ cluster: cluster.name, resource: '/events' })
    // An hour of a large fleet leaves a hundred thousand of them, and others want their turn.
    await inBatches(events, storedBytes, ({ key }) => {
      const present = cluster.store.get(key)
      const old = present !== undefined && lastSeen(decodeObject(present.bytes)) < deadline
      return old ? writes.delete(view, key) : undefined
    })
  }
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = expire().catch((error: unknown) => report(error, 'events'))
  }, intervalMs)
  timer.unref()
  return {
    idle: () => running,
    close: () => {
      clearInterval(timer)
      return running
    },
  }
}

/** The latest of the times that an Event carries, in ms. */
export function lastSeen(event: KubeObject): number {
  const times = [
    ['metadata', 'creationTimestamp'],
    ['lastTimestamp'],
    ['eventTime'],
    ['series', 'lastObservedTime'],
  ].map((path) => {
    const text = getPath(event, path)
    return typeof text === 'string' ? Date.parse(text) : Number.NaN
  })
  return Math.max(...times.filter((time) => !Number.isNaN(time)), 0)
}
