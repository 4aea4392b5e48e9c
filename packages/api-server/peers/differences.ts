/** A place where we answer differently than Kubernetes and mean to. */
export interface KnownDifference {
  /** A name to speak of it by. */
  readonly id: string
  /** Matches `<story> > <because> > <path>`. */
  readonly where: RegExp
  /** What is different, seen from a client. */
  readonly what: string
  readonly reason: string
}

/** All of them; each must still be seen, or the test asks for it to be struck out. */
export const knownDifferences: readonly KnownDifference[] = []
