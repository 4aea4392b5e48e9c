import type { Engine, Wanted } from '@sitrep/engine'
import { kindKey, managementCluster } from '@sitrep/status'
import type { Followed } from './feed/followed.ts'

export interface AskingOptions {
  readonly engine: Pick<Engine, 'asked' | 'askedRevision' | 'kinds' | 'describedKinds'>
  /** All that is asked for, of the management cluster and of others. */
  readonly onAsked: (asked: Asked) => void
  /** It is time to ask again for what has been put off. */
  readonly onDue: () => void
}

export interface Asked {
  readonly all: readonly Wanted[]
  /** Of the management cluster, with all kinds that are computed. */
  readonly own: readonly Followed[]
  readonly others: readonly Wanted[]
}

/** So much of the time at most is spent on going through all that is asked for. */
const share = 1 / 10
/** Less than this is gone through in no time. */
const many = 1_000

/**
 * Passes on what the engine asks for whenever that changes. It is always all of it: where it is much, because a thousand clusters are being
 * connected, some changes are passed on together.
 */
export class Asking {
  readonly #options: AskingOptions
  #revision = -1
  #notBefore = 0
  #later: NodeJS.Timeout | undefined = undefined
  #due = false

  constructor(options: AskingOptions) {
    this.#options = options
  }

  /** Whether something is asked for that has not been passed on yet. */
  get waits(): boolean {
    return this.#later !== undefined || this.#due
  }

  /** Whether what was put off waits for nothing but to be passed on. */
  get due(): boolean {
    return this.#due
  }

  passOn(): void {
    const { engine, onAsked } = this.#options
    this.#due = false
    if (this.#revision === engine.askedRevision || this.waits) return
    const begun = performance.now()
    if (begun < this.#notBefore) {
      this.#putOff(this.#notBefore - begun)
      return
    }
    this.#revision = engine.askedRevision
    const { asked } = engine
    onAsked(sorted(asked, engine))
    const ended = performance.now()
    this.#notBefore = asked.length < many ? 0 : ended + (ended - begun) * (1 / share - 1)
  }

  stop(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    this.#due = false
  }

  #putOff(milliseconds: number): void {
    this.#later = setTimeout(() => {
      this.#later = undefined
      // A timer may come a moment early.
      this.#notBefore = 0
      this.#due = true
      this.#options.onDue()
    }, milliseconds)
  }
}

function sorted(asked: readonly Wanted[], { kinds, describedKinds }: AskingOptions['engine']): Asked {
  const described = new Set(describedKinds.map(kindKey))
  const computed = kinds.map((kind) => ({
    cluster: managementCluster,
    ...kind,
    ...(described.has(kindKey(kind)) && { described: true as const }),
  }))
  return {
    all: [...computed, ...asked],
    own: [...computed, ...asked.filter(({ cluster }) => cluster === managementCluster)],
    others: asked.filter(({ cluster }) => cluster !== managementCluster),
  }
}
