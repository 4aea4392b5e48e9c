import { mostValuesOfStrangers } from '../../connection/json-weight.ts'

/** How much is taken from a server before it counts as something else than a Kubernetes API server. */
export interface ReadLimits {
  /** Of one page of a list. */
  readonly pageBytes: number
  /** Of one event of a watch. */
  readonly eventBytes: number
  /** Values in one event, and in one item of a list: what is parsed in one piece, and nobody else has his turn meanwhile. */
  readonly values: number
  /** Of one kind, or of one key of a narrow index of it. */
  readonly objects: number
  /** Of all objects together that are followed in one cluster, as they were sent, or as they are held where that is much more. */
  readonly heldBytes: number
}

const megabyte = 1024 * 1024

/** For a server that one is the client of by one's own choice. A page asks for 500 objects, and etcd takes 1.5 MB of each at most. */
export const ownLimits: ReadLimits = {
  pageBytes: 256 * megabyte,
  eventBytes: 32 * megabyte,
  values: Number.POSITIVE_INFINITY,
  objects: Number.POSITIVE_INFINITY,
  heldBytes: Number.POSITIVE_INFINITY,
}

/** For a server of strangers, which must not take the memory of everybody else: Kubernetes itself ends at 5,000 Nodes and 150,000 Pods. */
export const strangerLimits: ReadLimits = {
  pageBytes: 32 * megabyte,
  eventBytes: 4 * megabyte,
  values: mostValuesOfStrangers,
  objects: 200_000,
  heldBytes: 256 * megabyte,
}

/** How many bytes of one cluster are held, over all that is followed in it. */
export class HeldBytes {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  get most(): number {
    return this.#most
  }

  /** Counts what comes, or with a negative number what goes; the answer is whether there is still room. */
  take(bytes: number): boolean {
    this.#held += bytes
    return this.#held <= this.#most
  }
}
