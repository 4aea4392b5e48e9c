// Started by the bench as a process of its own: our reflector with a cache of whole objects behind it, as an informer has one.
import type { KubeObject } from '@sitrep/status'
import { connectTo } from '../src/connection/http-connection.ts'
import { startReflector } from '../src/observe/reflector/reflector.ts'
import { realTiming } from '../src/timing.ts'
import { measureFollower } from './measure-follower.ts'

const [, , url = '', events = ''] = process.argv
const connection = connectTo({ server: url })
const cache = new Map<string, KubeObject>()

await measureFollower({ url, events: Number(events) }, ({ synced, changed }) => {
  const reflector = startReflector({
    connection,
    resource: {
      group: 'cluster.x-k8s.io',
      version: 'v1beta2',
      kind: 'Machine',
      plural: 'machines',
      namespaced: true,
      names: [],
    },
    timing: realTiming,
    onChanges: (changes) => {
      for (const change of changes)
        if ('object' in change) cache.set(change.object.metadata.name, change.object)
      changed(changes.length)
    },
    onState: ({ read }) => {
      if (read) synced(cache.size)
    },
  })
  return reflector.stop
})
connection.close()
