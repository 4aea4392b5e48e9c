import type { Engine, LookedAt } from '@sitrep/engine'
import { type Explained, longMs } from '@sitrep/present'
import { type KubeObject, kindKey, managementCluster, type ObjectRef, refKey } from '@sitrep/status'

// As long as the verdict counts an object as new.
const youngMs = 600_000

/** An engine with a note of all that was looked at through it. */
export class WatchedEngine {
  readonly engine: Engine
  /** Keys of objects, and those under which members are found. */
  readonly looked: Set<string>
  readonly #times: number[] = []

  constructor(engine: Engine, looked: Iterable<string>) {
    this.looked = new Set(looked)
    const trace: Engine['trace'] = (ref, address) => {
      const explained = engine.trace(ref, address, (at) => this.looked.add(lookedKey(at)))
      if (explained !== undefined) this.#note(explained)
      return explained
    }
    this.engine = Object.create(engine, { trace: { value: trace } }) as Engine
  }

  /** When time alone may change what was made of it: what is under way begins to take long, and what is new is new no more. */
  turnsAt({ metadata }: KubeObject, now: number): number {
    const young = Date.parse(metadata.creationTimestamp ?? '') + youngMs
    const ahead = [young, ...this.#times.map((time) => time + longMs + 1)].filter((time) => time > now)
    return ahead.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY)
  }

  #note({ condition, causes }: Explained): void {
    this.#times.push(Date.parse(condition?.lastTransitionTime ?? ''))
    for (const cause of causes) this.#note(cause)
  }
}

const lookedKey = (at: LookedAt): string => {
  if ('ref' in at) return refKey(at.ref)
  const { cluster, namespace } = at.members
  const place = `${cluster}|${kindKey(at.members)}|${namespace}`
  return 'owner' in at.by ? `${place} owner ${at.by.owner}` : `${place} ${at.by.label}=${at.by.value}`
}

/** The keys under which others look for objects like this one. */
export function memberKeys(ref: ObjectRef, { metadata }: KubeObject): readonly string[] {
  const place = `${ref.cluster ?? managementCluster}|${kindKey(ref)}|${ref.namespace ?? ''}`
  return [
    ...(metadata.ownerReferences ?? []).map(({ uid }) => `${place} owner ${uid}`),
    ...Object.entries(metadata.labels ?? {}).map(([label, value]) => `${place} ${label}=${value}`),
  ]
}
