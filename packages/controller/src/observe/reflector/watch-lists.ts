/**
 * Whether a server begins watches with the present state and marks its end, which spares both sides whole lists. Shared by all
 * reflectors of one server: it is tried until the server refuses.
 */
export class WatchLists {
  #offered = true

  get offered(): boolean {
    return this.#offered
  }

  /** From now on lists are read page by page. */
  refused(): void {
    this.#offered = false
  }
}
