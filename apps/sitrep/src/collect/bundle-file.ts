import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandError } from '../command.ts'
import { tarEnd, tarEntry } from './tar-entry.ts'

/** A bundle that is being written. */
export interface BundleFile {
  readonly add: (name: string, content: string) => Promise<void>
  /** Puts it in its place; until then there is nothing there, or what was there before. */
  readonly finish: () => Promise<void>
  /** Leaves nothing behind of one that is not finished. */
  readonly discard: () => void
}

/** Opens an archive that only its owner may read, beside its place until it is whole. */
export async function openBundleFile(path: string, named: string): Promise<BundleFile> {
  const partial = `${path}.part-${process.pid}`
  const file = createWriteStream(partial, { mode: 0o600, flags: 'wx' })
  const gzip = createGzip()
  const failure = Promise.withResolvers<never>()
  // Looked at whenever something is waited for; nobody may be waiting when it comes.
  failure.promise.catch(() => {})
  const fail = (cause: Error): void => failure.reject(unwritable(named, cause))
  file.on('error', fail)
  gzip.on('error', fail)
  await Promise.race([once(file, 'open'), failure.promise])
  gzip.pipe(file)
  const write = async (bytes: Buffer): Promise<void> => {
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failure.promise])
  }
  return {
    add: (name, content) => write(tarEntry(name, Buffer.from(content))),
    finish: async () => {
      await write(tarEnd)
      gzip.end()
      await Promise.race([finished(file), failure.promise])
      try {
        renameSync(partial, path)
      } catch (cause) {
        throw unwritable(named, cause)
      }
    },
    discard: () => {
      file.destroy()
      rmSync(partial, { force: true })
    },
  }
}

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EISDIR: 'there is a folder of that name',
  ENOENT: 'there is no such folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file and not a folder',
  EROFS: 'nothing can be written there',
}

function unwritable(named: string, cause: unknown): CommandError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  return new CommandError(3, `${named} cannot be written: ${words[code] ?? message}`, { cause })
}
