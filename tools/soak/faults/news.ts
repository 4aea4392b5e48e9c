import { clusterApi } from '@sitrep/cluster-api'
import type { WorldChange } from '@sitrep/engine'
import { createCatalog, formatChoice, groupOf, type KubeObject, kindKey, refKey, refOf } from '@sitrep/status'

/**
 * When processes saw something of a cluster that was not a status of their own. Faults hold watches up: what happened together is seen one
 * after the other, and what follows from the first half of it may be taken back with the second.
 */
export class SeenNews {
  readonly #seen: Map<string, string> = new Map()
  readonly #times: Map<string, number[]> = new Map()

  /** Changes that a process took in at a moment. */
  take(process: string, changes: readonly WorldChange[], at: number): void {
    for (const change of changes) {
      if ('gone' in change) this.#note(clusterOf(change.gone), at)
      else if ('object' in change && this.#isNew(process, change.object))
        this.#note(clusterOf({ cluster: change.cluster, name: change.object.metadata.name }), at)
    }
  }

  /** Whether any process saw news of the cluster of an object (`Machine red-cp-abcde`) between two moments, those included. */
  between(object: string, from: number, to: number): boolean {
    const name = object.split(' ')[1] ?? ''
    return (this.#times.get(clusterOf({ name })) ?? []).some((at) => at >= from && at <= to)
  }

  #note(cluster: string, at: number): void {
    const times = this.#times.get(cluster)
    if (times === undefined) this.#times.set(cluster, [at])
    else if (times.at(-1) !== at) times.push(at)
  }

  #isNew(process: string, object: KubeObject): boolean {
    const group = groupOf(object.apiVersion)
    if (group === 'sitrep.dev') return false
    const { uid, generation, deletionTimestamp, resourceVersion } = object.metadata
    // Of what is computed only the rest is news.
    const version = computed.has(kindKey({ group, kind: object.kind })) ? generation : resourceVersion
    const [key, text] = [`${process} ${refKey(refOf(object))}`, [uid, version, deletionTimestamp].join()]
    if (this.#seen.get(key) === text) return false
    this.#seen.set(key, text)
    return true
  }
}

const computed: ReadonlySet<string> = new Set(
  createCatalog(clusterApi({ profile: 'proposal' })).definitions.map(({ kind }) => formatChoice(kind)),
)

// The objects of a cluster bear its name in front of theirs.
const clusterOf = ({ cluster = '', name }: { cluster?: string | undefined; name: string }): string =>
  cluster === '' ? (name.split('-')[0] ?? '') : (cluster.split('/')[1] ?? '')
