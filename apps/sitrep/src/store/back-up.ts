import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type BackupFile,
  backupRows,
  backupStart,
  identityFiles,
  readBackup,
  readStore,
  StoreError,
} from '@sitrep/api-server/upkeep'
import { openKubeconfig } from '@sitrep/controller/connection'
import { CommandError, type Context, type ExitCode } from '../command.ts'

/** The files that a backup keeps with the objects. */
export const keptFiles: readonly string[] = [...identityFiles, 'ports.json']

/** Writes everything of one moment into one file: from the disk, or from the server that has it open. */
export async function backUp(
  folder: string,
  [name = '']: readonly string[],
  context: Context,
): Promise<ExitCode> {
  const path = resolve(context.cwd, name)
  const part = `${path}.part`
  try {
    await write(part, folder)
    // Read once more: a backup that cannot be read is found out about today.
    const { objects, revision } = readBackup(part)
    renameSync(part, path)
    context.print(`Wrote ${objects.length} objects of revision ${revision} to ${path}`)
    context.complain('It holds Secrets and keys: keep it where only you can read it')
    return 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new CommandError(3, `${path} cannot be written: ${(error as Error).message}`, { cause: error })
  } finally {
    rmSync(part, { force: true })
  }
}

async function write(path: string, folder: string): Promise<void> {
  rmSync(path, { force: true })
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    writeSync(descriptor, backupStart(filesIn(folder)))
    for await (const piece of piecesOf(folder)) writeWhole(descriptor, piece)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

async function* piecesOf(folder: string): AsyncIterable<Buffer> {
  const stored = readStopped(folder)
  if (stored === 'in-use') {
    yield* askRunning(folder)
    return
  }
  for (const line of backupRows(stored.revision, stored.objects)) yield Buffer.from(line)
}

function readStopped(
  folder: string,
): { revision: number; objects: ReturnType<typeof readStore>['objects'] } | 'in-use' {
  const file = join(folder, 'store.db')
  try {
    const { problems, objects, revision } = readStore(file)
    if (problems.length > 0)
      throw new CommandError(3, `${file} is damaged (${problems[0]}); only what is whole is backed up`)
    if (revision === undefined)
      throw new CommandError(3, `There is no store in ${folder}: sitrep up makes one`)
    return { revision, objects }
  } catch (error) {
    if (error instanceof StoreError && error.code === 'in-use') return 'in-use'
    throw error
  }
}

async function* askRunning(folder: string): AsyncIterable<Buffer> {
  const file = join(folder, 'kubeconfig')
  if (!existsSync(file))
    throw new CommandError(
      3,
      `A server has the store in ${folder} open, and ${file}, by which it is asked, is missing`,
    )
  const { connection } = await openKubeconfig({ text: readFileSync(file, 'utf8') })
  try {
    yield* (await connection.stream({ path: '/sitrep/backup', timeoutMs: 30_000 })).chunks
  } finally {
    connection.close()
  }
}

function filesIn(folder: string): readonly BackupFile[] {
  return keptFiles
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}
