import type { Engine, StatusChange, WorldChange } from '@sitrep/engine'
import {
  type ClusterName,
  formatRef,
  type KindRef,
  kindKey,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import { type Background, wordsOf } from '../faults.ts'

type Taken = Generator<void, readonly StatusChange[], void>

interface Aside {
  readonly cluster: ClusterName
  readonly kind: KindRef
  readonly why: string
}

/**
 * Takes changes into the engine. An object that cannot be taken in, by a mistake of ours, is set aside alone; its kind counts as unread
 * until that object has changed or gone, so that nobody takes it for missing.
 */
export class Taking {
  readonly #engine: Pick<Engine, 'applyInSteps'>
  readonly #background: Background
  readonly #aside: Map<string, Aside> = new Map()

  constructor(engine: Pick<Engine, 'applyInSteps'>, background: Background) {
    this.#engine = engine
    this.#background = background
  }

  /** A little at a time: until the last step some statuses are new and some are not. */
  *applyInSteps(changes: readonly WorldChange[], at: string): Taken {
    if (this.#aside.size === 0) return yield* this.#taken(changes, at)
    const kinds = new Map([...this.#aside.values()].map((aside) => [keyOf(aside), aside]))
    // What comes again is tried again.
    for (const change of changes) {
      const ref = refIn(change)
      if (ref !== undefined) this.#aside.delete(refKey(ref))
    }
    const statuses = yield* this.#taken(
      changes.map((change) => this.#qualified(change)),
      at,
    )
    const still = new Set([...this.#aside.values()].map(keyOf))
    const readable = [...kinds].flatMap(([key, { cluster, kind }]) =>
      still.has(key) ? [] : [{ cluster, kind, read: true as const }],
    )
    return readable.length === 0 ? statuses : [...statuses, ...(yield* this.#taken(readable, at))]
  }

  // Halves, because nearly always a single one of thousands is at fault.
  *#taken(changes: readonly WorldChange[], at: string): Taken {
    try {
      // What time changes has turns of its own.
      return yield* this.#engine.applyInSteps(changes, at, 0)
    } catch (error) {
      const [change] = changes
      if (change === undefined || changes.length === 1) return yield* this.#setAside(change, at, error)
      const middle = changes.length >> 1
      const first = yield* this.#taken(changes.slice(0, middle), at)
      return [...first, ...(yield* this.#taken(changes.slice(middle), at))]
    }
  }

  *#setAside(change: WorldChange | undefined, at: string, error: unknown): Taken {
    const ref = change && refIn(change)
    const name = ref === undefined ? 'no object' : formatRef(ref)
    this.#background.tell({ what: 'taking in an object', about: 'object', name }, error)
    if (ref === undefined || change === undefined || !('object' in change)) return []
    const { cluster = '', group, kind } = ref
    const aside: Aside = {
      cluster,
      kind: { group, kind },
      why: `${name} cannot be taken in: ${wordsOf(error)}`,
    }
    this.#aside.set(refKey(ref), aside)
    return yield* this.#taken([{ ...aside, read: false }], at)
  }

  // Whoever reads the kind does not know what became of one object of it.
  #qualified(change: WorldChange): WorldChange {
    if (!('read' in change) || !change.read || change.kind === 'every') return change
    const key = keyOf({ cluster: change.cluster ?? '', kind: change.kind })
    const aside = [...this.#aside.values()].find((each) => keyOf(each) === key)
    return aside === undefined ? change : { ...change, read: false, why: aside.why }
  }
}

const keyOf = ({ cluster, kind }: Pick<Aside, 'cluster' | 'kind'>): string => `${cluster}|${kindKey(kind)}`

function refIn(change: WorldChange): ObjectRef | undefined {
  if ('object' in change) return { ...refOf(change.object), cluster: change.cluster ?? '' }
  if ('moved' in change) return change.to === 'elsewhere' ? change.moved : undefined
  return 'gone' in change ? change.gone : undefined
}

/** The object that is here no longer. */
export function leftIn(change: WorldChange): ObjectRef | undefined {
  if ('gone' in change) return change.gone
  return 'moved' in change && change.to === 'elsewhere' ? change.moved : undefined
}
