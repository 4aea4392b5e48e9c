import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../run-command.ts'

export interface NodeVersion {
  readonly major: number
  readonly path: string
}

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sitrep', 'node')

/** A Node of this major version, fetched once into a cache outside the tree; nothing where it cannot be had. */
export async function nodeOf(major: number): Promise<NodeVersion | undefined> {
  if (process.version.startsWith(`v${major}.`)) return { major, path: process.execPath }
  const folder = join(cache, String(major))
  const path = join(folder, 'node_modules', 'node', 'bin', 'node')
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    // The install script of this package brings the binary, and newer versions of npm run only what is approved.
    const manifest = {
      name: `node-${major}`,
      private: true,
      dependencies: { node: `^${major}.0.0` },
      allowScripts: { node: true },
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    await runCommand('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
  }
  return existsSync(path) ? { major, path } : undefined
}
