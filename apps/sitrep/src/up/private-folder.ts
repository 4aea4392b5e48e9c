import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const ownFile =
  /^(?:(?:store|history)\.db.*|authority\.pem|admin-token|service-account\.key|kubeconfig|ports\.json|api\.json)(?:\.new)?$/
const ownFolder = /^store-(?:before|new|reading)-/

/**
 * Takes from others what they may do with the folder and our files in it; the answer names what was open to them. A folder in
 * which other things lie too keeps its rights: it may not be ours to close.
 */
export function closeToOthers(folder: string): readonly string[] {
  const entries = readdirSync(folder)
  const own = entries.filter((name) => ownFile.test(name) || ownFolder.test(name))
  const closed = own.filter((name) => narrow(join(folder, name)))
  return own.length === entries.length && narrow(folder) ? [folder, ...closed] : closed
}

/** Whether anything had to be taken away. What belongs to somebody else, or is gone again, is left alone. */
function narrow(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isSymbolicLink() || found.uid !== process.getuid?.()) return false
  if ((found.mode & 0o077) === 0) return false
  chmodSync(path, found.mode & 0o700)
  return true
}
