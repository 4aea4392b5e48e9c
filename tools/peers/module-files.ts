import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The folder with the files of a module, at the version that `go.mod` of the peer asks for; nothing where there is no Go, or where it
 * cannot get the module.
 */
export async function moduleFiles(peer: string, module: string): Promise<string | undefined> {
  const cwd = join(import.meta.dirname, peer)
  // Where the module wants a newer Go, its files are there all the same after the complaint.
  await run('go', ['mod', 'download', module], { cwd }).catch(() => undefined)
  const listed = await run('go', ['list', '-m', '-f', '{{.Dir}}', module], { cwd }).catch(() => undefined)
  const folder = listed?.stdout.trim() ?? ''
  return folder !== '' && existsSync(folder) ? folder : undefined
}
