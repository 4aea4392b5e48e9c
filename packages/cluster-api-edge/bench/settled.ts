import { clusterApi } from '@sitrep/cluster-api'
import { createEngine, type WorldChange } from '@sitrep/engine'
import { createCatalog, type KubeObject, kindKey, refOf } from '@sitrep/status'

const catalog = createCatalog(clusterApi({ profile: 'released' }))

/** Longer than anything that is waited for: some rules give what has just begun two minutes. */
const longMs = 60 * 60_000

/** All that there is of one cluster, its objects with the statuses that a controller would have written long ago: time alone changes none of them. */
export function settled(changes: readonly WorldChange[], now: string): readonly WorldChange[] {
  const engine = createEngine(catalog)
  const before = new Date(Date.parse(now) - longMs).toISOString()
  engine.apply([{ kind: 'every', read: true }, ...changes.map((change) => probedAt(change, before))], before)
  const probes = changes.filter((change) => 'object' in change && change.object.kind === 'ClusterProbe')
  engine.apply(
    probes.map((change) => probedAt(change, now)),
    now,
  )
  // Of what is nobody's to write the engine keeps only what is asked for.
  const written = new Set(engine.kinds.map(kindKey))
  return changes.map((change) => {
    if (!('object' in change) || change.cluster !== undefined) return change
    const ref = refOf(change.object)
    if (!written.has(kindKey(ref))) return change
    return { ...change, object: { ...change.object, status: engine.object(ref)?.status } }
  })
}

function probedAt(change: WorldChange, now: string): WorldChange {
  if (!('object' in change) || change.object.kind !== 'ClusterProbe') return change
  const status = { lastProbeTime: now, lastProbeSuccessTime: now, consecutiveFailures: 0 }
  const object: KubeObject = { ...change.object, status }
  return { ...change, object }
}
