import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at, type KubeObject } from '@sitrep/status'
import { CommandError } from '../../command.ts'

/** The kubeconfig that a Secret holds under a key. */
export function kubeconfigIn(secret: KubeObject, key: string): string | undefined {
  const value = at(secret, 'data', key)
  if (typeof value !== 'string' || value === '') return undefined
  return Buffer.from(value, 'base64').toString('utf8')
}

/** Writes a kubeconfig that only its owner can read. A reader finds the whole old file or the whole new one. */
export function writeKubeconfig(path: string, text: string): void {
  const beside = `${path}.${process.pid}.part`
  try {
    makeFolder(dirname(path))
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' })
    renameSync(beside, path)
  } catch (cause) {
    rmSync(beside, { force: true })
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(3, `The kubeconfig cannot be written to ${path}: ${why}`, { cause })
  }
}

// One by one: Node tries for ever to make folders in one go where a file system has no place for them, as in /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
