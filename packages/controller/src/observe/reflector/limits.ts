/** How much is taken from a server before it counts as something else than a Kubernetes API server. */
export interface ReadLimits {
  /** Of one page of a list. */
  readonly pageBytes: number
  /** Of one kind, or of one key of a narrow index of it. */
  readonly objects: number
}

// A text can have no more characters than this.
const longestText = 2 ** 29 - 24

/** For a server that one is the client of by one's own choice. */
export const ownLimits: ReadLimits = { pageBytes: longestText, objects: Number.POSITIVE_INFINITY }

/** For a server of strangers, which must not take the memory of everybody else: Kubernetes itself ends at 150,000 Pods. */
export const strangerLimits: ReadLimits = { pageBytes: 64 * 1024 * 1024, objects: 200_000 }
