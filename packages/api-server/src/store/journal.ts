/** One state of one object as it lies on disk. `bytes` is absent for a deletion. */
export interface JournalRow {
  readonly revision: number
  readonly cluster: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
  readonly at: number
  readonly bytes: Buffer | undefined
}

/** What a store needs of a disk. Rows are states of objects; those that were replaced stay until history passes them. */
export interface Journal {
  /** All rows in order of revision. Called once, before anything is appended. */
  load(): Iterable<JournalRow>
  /** The newest revision ever given out and the one that history was last cut at. */
  readonly revision: number
  readonly compacted: number
  /** Takes all rows in together and forgets what the cut names, or throws and changes nothing. */
  append(rows: readonly JournalRow[], cut?: HistoryCut): void
  /** Resolves when all that was appended is durable; after a rejection nothing more can be appended. Absent: what is appended is durable. */
  sync?(): Promise<void>
  /** Makes durable what was appended. */
  close(): void
}

/** Where history now begins, and the rows that no reader can reach any more. */
export interface HistoryCut {
  readonly obsolete: readonly number[]
  readonly compacted: number
  readonly revision: number
}
