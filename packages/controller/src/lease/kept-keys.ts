import type { KeptKeys } from '../share/share.ts'
import { ownerOf } from './owner-of.ts'

type Members = readonly string[]

/** The keys of a member among the present members, which come first, and among members as they have just been. */
export class KeptByMember implements KeptKeys {
  readonly members: Members
  readonly #identity: string
  /** Where it is one of them. */
  readonly #among: readonly Members[]

  constructor(identity: string, all: readonly Members[]) {
    this.members = all[0] ?? []
    this.#identity = identity
    this.#among = all.filter((members) => members.includes(identity))
  }

  keeps = (key: string): boolean => this.#among.some((members) => ownerOf(key, members) === this.#identity)

  // Whoever has fewer beside itself has the same keys, and more.
  gains = (before: KeptKeys): boolean =>
    !(before instanceof KeptByMember) ||
    this.#among.some(
      (members) => !before.#among.some((fewer) => fewer.every((each) => members.includes(each))),
    )
}
