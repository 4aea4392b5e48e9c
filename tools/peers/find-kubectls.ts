import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findPeer } from './find-peer.ts'

/** A kubectl on this machine. */
export interface KubectlBinary {
  readonly path: string
  /** As `1.33`. */
  readonly version: string
}

/** Every kubectl that can be found, oldest first, one a version. */
export function findKubectls(env: NodeJS.ProcessEnv = process.env): readonly KubectlBinary[] {
  const binaries = candidates(env).flatMap((path) => {
    const version = versionOf(path)
    return version === undefined ? [] : [{ path, version }]
  })
  const byVersion = new Map(binaries.map((binary) => [binary.version, binary]))
  return [...byVersion.values()].sort((a, b) => minor(a) - minor(b))
}

/** The oldest and the newest, or all where all are asked for. */
export function chosenKubectls(env: NodeJS.ProcessEnv = process.env): readonly KubectlBinary[] {
  const all = findKubectls(env)
  if (env['SITREP_CLIENTS'] === 'all') return all
  return all.filter((_, index) => index === 0 || index === all.length - 1)
}

function candidates(env: NodeJS.ProcessEnv): readonly string[] {
  const built = ['kubectl', 'kubectl-1.20', 'kubectl-1.24'].flatMap((name) => findPeer(name, env) ?? [])
  const onPath = (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'kubectl'))
  const first = onPath.find(isExecutable)
  if (first === undefined) return built
  const real = realpathSync(first)
  const beside = readdirSync(dirname(real)).filter((name) => /^kubectl\.\d+\.\d+$/.test(name))
  // A kubectl with versioned ones beside it only picks one of them, by what the server says: ask those directly.
  const installed = beside.length > 0 ? beside.map((name) => join(dirname(real), name)) : [real]
  return [...installed, ...built]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

function versionOf(path: string): string | undefined {
  try {
    const said: unknown = JSON.parse(
      execFileSync(path, ['version', '--client', '-o', 'json'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString(),
    )
    return /"gitVersion":"v(\d+\.\d+)/.exec(JSON.stringify(said))?.[1]
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function minor({ version }: Pick<KubectlBinary, 'version'>): number {
  return Number(version.split('.')[1])
}

export function olderThan(binary: KubectlBinary, version: string): boolean {
  return minor(binary) < minor({ version })
}
