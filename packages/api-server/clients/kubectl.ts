import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { findPeer } from '../../../tools/peers/find-peer.ts'

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

/** How one command ended. */
export interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** kubectl against one server, with a home of its own so that no run sees what another cached. */
export interface Kubectl {
  run(args: readonly string[], input?: string): Promise<Outcome>
  /** Starts one that goes on until it is stopped; resolves with what it printed. */
  start(args: readonly string[]): { stop(): Promise<Outcome>; printed(text: RegExp): Promise<void> }
}

export interface KubectlOptions {
  readonly binary: string
  readonly kubeconfig: string
  /** A folder of its own. */
  readonly home: string
}

const patienceMs = 30_000

export function openKubectl({ binary, kubeconfig, home }: KubectlOptions): Kubectl {
  mkdirSync(home, { recursive: true })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    KUBECONFIG: kubeconfig,
    KUBECTL_EXTERNAL_DIFF: 'diff',
  }
  const launch = (args: readonly string[]): ChildProcess =>
    spawn(binary, ['--cache-dir', join(home, 'cache'), ...args], { env })
  return {
    run: (args, input = '') => {
      const child = launch(args)
      const outcome = collect(child)
      child.stdin?.on('error', () => {}).end(input)
      const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      return outcome.ended.finally(() => clearTimeout(timer))
    },
    start: (args) => {
      const child = launch(args)
      const { ended, stdout } = collect(child)
      return {
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
        printed: (text) => untilPrinted(child, stdout, text),
      }
    },
  }
}

function collect(child: ChildProcess): { ended: Promise<Outcome>; stdout: () => string } {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  child.stdout?.on('data', (chunk) => stdout.push(String(chunk)))
  child.stderr?.on('data', (chunk) => stderr.push(String(chunk)))
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout: stdout.join(''), stderr: stderr.join('') }))
  })
  return { ended, stdout: () => stdout.join('') }
}

async function untilPrinted(child: ChildProcess, stdout: () => string, text: RegExp): Promise<void> {
  const deadline = AbortSignal.timeout(10_000)
  while (!text.test(stdout())) {
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve())
      child.once('close', () => reject(new Error(`ended before it printed ${text}: ${stdout()}`)))
      deadline.addEventListener('abort', () => reject(new Error(`did not print ${text}: ${stdout()}`)), {
        once: true,
      })
    })
  }
}
