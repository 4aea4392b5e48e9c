import { decodeObject } from '../resources/encoding.ts'
import { deleting } from '../resources/metadata.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { WorkQueue } from './work-queue.ts'

const pods = '/pods'

/** Stands in for the kubelets that a cluster without machines lacks: Pods that were told to go, go after a while. */
export function startPodEnding(context: ControllerContext, afterMs: number): Controller {
  const { cluster, writes, report } = context
  const queue = new WorkQueue({
    report,
    width: 32,
    work: async (id) => {
      const view = cluster.registry.find('', 'v1', 'pods')
      const [namespace = '', name = ''] = id.split('/')
      const key = { cluster: cluster.name, resource: pods, namespace, name }
      const stored = cluster.store.get(key)
      if (view === undefined || stored === undefined || !deleting(decodeObject(stored.bytes))) return
      await writes.delete(view, key, { gracePeriodSeconds: 0 })
    },
  })
  const look = (id: string, bytes: Buffer): void => {
    if (bytes.includes('deletionTimestamp') && deleting(decodeObject(bytes))) queue.addLater(id, afterMs)
  }
  const collection = { cluster: cluster.name, resource: pods }
  for (const { key, bytes } of cluster.store.list(collection)) look(`${key.namespace}/${key.name}`, bytes)
  const unsubscribe = cluster.store.subscribe(collection, (events) => {
    for (const { key, after } of events)
      if (after !== undefined) look(`${key.namespace}/${key.name}`, after.bytes)
  })
  return {
    idle: () => queue.idle(),
    close: () => {
      unsubscribe()
      return queue.close()
    },
  }
}
