import { sharedAddress } from '../echo/types.ts'
import { chance } from '../plan/chance.ts'

/** Gives out addresses of this machine, each once. Pods lie in 127.64.0.0/10, apart from everything else that lives on loopback. */
export class Addresses {
  readonly #taken: Set<string>

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  /** The address that belongs to these words, or the next free one. */
  next(...words: readonly string[]): string {
    for (let attempt = 0; ; attempt++) {
      const part = (what: string, from: number, to: number): number =>
        from + Math.floor(chance(...words, what, attempt) * (to - from + 1))
      const address = `127.${part('a', 64, 127)}.${part('b', 0, 255)}.${part('c', 1, 254)}`
      if (this.#taken.has(address)) continue
      this.#taken.add(address)
      return address
    }
  }
}

/** The address from before, where it was one of its own: the shared one is given to whoever must share it. */
export const keptAddress = (address: string | undefined): string | undefined =>
  address === sharedAddress ? undefined : address
