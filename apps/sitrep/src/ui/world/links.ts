import type { ReadState } from '@sitrep/controller'
import type { ServedResource } from '@sitrep/controller/connection'
import { kindKey } from '@sitrep/status'
import type { Unread } from '../../tree/build-tree.ts'
import type { Lost } from '../state.ts'

/** Which kinds can be read, and whether the server is heard at all. */
export class Links {
  readonly #now: () => number
  readonly #unread: Map<string, Unread> = new Map()
  readonly #lost: Map<string, Lost> = new Map()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes in whether a kind can be read now; true: that changes whether the server is heard. */
  state(resource: ServedResource, state: ReadState): boolean {
    const key = kindKey(resource)
    const before = this.lost
    if (state.read) {
      this.#lost.delete(key)
      this.#unread.delete(key)
    } else if (state.error.code === 'forbidden') this.#unread.set(key, { kind: resource, why: state.why })
    // A kind that was taken away, or one that nobody can list, is no lost connection.
    else if (state.error.code !== 'not-found' && state.error.httpStatus !== 405 && !this.#lost.has(key))
      this.#lost.set(key, { since: new Date(this.#now()).toISOString(), why: state.why })
    return (before === undefined) !== (this.lost === undefined)
  }

  /** Absent: the server is heard. */
  get lost(): Lost | undefined {
    return this.#lost.values().next().value
  }

  get unread(): readonly Unread[] {
    return [...this.#unread.values()]
  }
}
