import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What became of one peer, in the words that `npm run peers` prints. */
export interface PeerOutcome {
  readonly name: string
  readonly outcome: 'built' | 'cached' | 'skipped'
  /** The programs that are there now, or why there are none. */
  readonly note: string
}

/** How a peer is built. */
export interface PeerBuild {
  /** Where the programs are kept. */
  readonly cache: string
  readonly go: string
  /** How long it may take; what is there already takes no time. */
  readonly withinMs: number
}

/** The installed Go, as `go1.26.8`, or nothing where there is none. */
export async function installedGo(): Promise<string | undefined> {
  try {
    return (await run('go', ['env', 'GOVERSION'])).stdout.trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/**
 * Builds the Go module in `folder` into `cache`, unless the same sources were built by the same Go before.
 * Each of its programs gets a link `cache/<program>` that always points at the last build.
 */
export async function buildPeer(folder: string, { cache, go, withinMs }: PeerBuild): Promise<PeerOutcome> {
  const name = basename(folder)
  const target = join(cache, `${name}-${fingerprint(folder, go)}`)
  const cached = existsSync(target)
  if (!cached) {
    if (withinMs <= 0) return { name, outcome: 'skipped', note: late }
    try {
      await compile({ folder, cache, target, go, withinMs })
    } catch (error) {
      const note = isKilled(error) ? late : `cannot be built: ${firstComplaint(error)}`
      return { name, outcome: 'skipped', note }
    }
  }
  const programs = await readdir(target)
  for (const program of programs) await link(join(target, program), join(cache, program))
  return { name, outcome: cached ? 'cached' : 'built', note: programs.join(', ') }
}

const late = 'not built in time; Go keeps what is done, and the next run goes on from there'

const isKilled = (error: unknown): boolean =>
  error instanceof Error && 'killed' in error && error.killed === true

function fingerprint(folder: string, go: string): string {
  const hash = createHash('sha256').update(go)
  for (const file of globSync('**/{go.mod,go.sum,*.go}', { cwd: folder }).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

interface Compilation {
  readonly folder: string
  readonly cache: string
  readonly target: string
  readonly go: string
  readonly withinMs: number
}

async function compile({ folder, cache, target, go, withinMs }: Compilation): Promise<void> {
  await mkdir(cache, { recursive: true })
  // Built aside and renamed when complete: a build that is interrupted never counts as cached.
  const aside = await mkdtemp(join(cache, '.building-'))
  try {
    const goMod = readFileSync(join(folder, 'go.mod'), 'utf8')
    const env = { ...process.env, GOFLAGS: '-mod=readonly -buildvcs=false', ...toolchain(goMod, go) }
    const endsAt = performance.now() + withinMs
    const build = holdsTests(folder) ? ['test', '-c'] : ['build']
    for (const { output, package: what } of programsOf(goMod, basename(folder))) {
      await run(
        'go',
        [...build, '-trimpath', '-ldflags', linkerFlags(goMod), '-o', join(aside, output), what],
        {
          cwd: folder,
          env,
          maxBuffer: 64 * 1024 * 1024,
          timeout: Math.max(1, Math.ceil(endsAt - performance.now())),
        },
      )
    }
    await rename(aside, target)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

// A suite is a program too: its tests, with a main that Go writes.
const holdsTests = (folder: string): boolean => globSync('*_test.go', { cwd: folder }).length > 0

/** What a module is built into: its own program, or the tools that it names; `// as NAME` tells apart those that would have the same name. */
function programsOf(goMod: string, own: string): readonly { output: string; package: string }[] {
  if (!/^tool[ (]/m.test(goMod)) return [{ output: own, package: '.' }]
  const named = [...goMod.matchAll(/^\s+(\S+) \/\/ as (\S+)$/gm)]
  if (named.length === 0) return [{ output: '/', package: 'tool' }]
  return named.map(([, path = '', output = '']) => ({ output, package: path }))
}

/** A module may want a newer Go than the installed one, which can fetch it when it is told which. */
function toolchain(goMod: string, go: string): { GOTOOLCHAIN?: string } {
  const wanted = minor(/^go (\S+)/m.exec(goMod)?.[1])
  return wanted > minor(go.slice(2)) ? { GOTOOLCHAIN: `go1.${wanted}.0` } : {}
}

function minor(version: string | undefined): number {
  return Number(version?.split('.')[1] ?? 0)
}

/** Kubernetes and kubectl learn their own version from the linker; without it, they claim to be v0.0.0. */
function linkerFlags(goMod: string): string {
  const [, minor, fix] =
    /k8s\.io\/kubernetes v1\.(\d+)\.(\d+)/.exec(goMod) ??
    /k8s\.io\/kubectl v0\.(\d+)\.(\d+)/.exec(goMod) ??
    []
  if (minor === undefined) return '-s -w'
  const values = { gitVersion: `v1.${minor}.${fix}`, gitMajor: '1', gitMinor: minor, gitTreeState: 'clean' }
  const settings = Object.entries(values).map(
    ([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`,
  )
  // Old releases reach into the runtime of their Go by names that a newer linker keeps to itself.
  return ['-s', '-w', '-checklinkname=0', ...settings].join(' ')
}

async function link(target: string, path: string): Promise<void> {
  await rm(path, { force: true })
  await symlink(target, path)
}

function firstComplaint(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('go: downloading'))
  return lines[0] ?? 'go build said nothing'
}
