import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

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
    // It ends before it has made garbage worth collecting.
    GOGC: 'off',
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
