import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { applicationId } from './sqlite-layout.ts'
import { damaged, StoreError } from './store-error.ts'
import { readSeal, type Seal } from './store-seal.ts'

/** The files of one store, by the one that names it. */
export interface StoreFiles {
  readonly file: string
  readonly log: string
  readonly index: string
  readonly seal: string
}

/** What lies there before anybody opens it: nothing yet, one whose making was interrupted, or a store with what its seal says. */
export type FoundStore =
  | { readonly found: 'nothing' | 'unfinished' }
  | { readonly found: 'store'; readonly seal: Seal | undefined; readonly logged: boolean }

export function filesOf(file: string): StoreFiles {
  return { file, log: `${file}-wal`, index: `${file}-shm`, seal: `${file}-seal` }
}

/**
 * Looks at the files without SQLite, which would mend, empty or delete some of them as it thinks best. Throws `damaged`
 * where a part is missing, and `foreign-file` where it is not a store.
 */
export function lookAtFiles(files: StoreFiles): FoundStore {
  const { file, log } = files
  const seal = readSeal(files.seal)
  const logBytes = sizeOf(log) ?? 0
  const header = readHeader(file)
  if (header.length === 0) {
    if (seal === undefined && logBytes === 0) return { found: 'nothing' }
    const beside = seal === undefined ? 'a log of writes' : `a seal that says revision ${seal.revision}`
    throw damaged(file, `it is ${sizeOf(file) === undefined ? 'missing' : 'empty'} beside ${beside}`)
  }
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    // Its first transaction was interrupted before its first page was written; SQLite takes that back.
    const begun = seal === undefined && logBytes === 0 && (sizeOf(`${file}-journal`) ?? 0) > 0
    if (begun && header.every((byte) => byte === 0)) return { found: 'unfinished' }
    throw damaged(file, 'it is no database')
  }
  // Both 2 where changes go to a log first. That is switched on last when a store is made, after its seal.
  const logging = header[18] === 2 && header[19] === 2
  if (logging) return { found: 'store', seal, logged: sizeOf(log) !== undefined }
  if (header.readUInt32BE(68) !== applicationId)
    throw new StoreError('foreign-file', `${file} is not a store of this server; it was left as it is`, {
      retry: 'never',
    })
  if ((seal?.revision ?? 1) > 1 || logBytes > 0) throw damaged(file, 'it does not know of its log')
  return { found: 'unfinished' }
}

/** Bytes of a file; absent where there is none. */
export function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}

function readHeader(file: string): Buffer {
  if (sizeOf(file) === undefined) return Buffer.alloc(0)
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    const read = readSync(descriptor, header)
    return read === 0 ? Buffer.alloc(0) : header
  } finally {
    closeSync(descriptor)
  }
}
