import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Background } from '@sitrep/controller'
import { ask } from './ask.ts'

/** The program with its master and workers, as one thing that runs or does not. */
export interface Child {
  /** Puts a version in force, which `haproxy.cfg` in its folder has; resolves when no worker takes connections for another one. */
  readonly switchTo: (version: string) => Promise<Switched>
  readonly isRunning: () => boolean
  readonly close: (withinMs: number) => Promise<void>
}

/** Whether it is in force; if not, what the program said. */
export type Switched = { readonly done: true } | { readonly done: false; readonly said: string }

/** Where the program is, and the folder that holds its configuration and its sockets. */
export interface ChildOptions {
  readonly program: string
  readonly folder: string
  /** Called when it ended by itself, and when it has in force again what it had. */
  readonly changed: (state: 'ended' | 'back') => void
}

const backoffMs = { first: 250, most: 10_000 }
const patienceMs = 15_000

/** The sockets in a folder: of the master, and of whatever workers are newest. */
export const socketsIn = (folder: string): { readonly master: string; readonly worker: string } => ({
  master: join(folder, 'master.sock'),
  worker: join(folder, 'worker.sock'),
})

/** Runs the program and starts it again, after longer and longer times, where it ends by itself. */
export function createChild({ program, folder, changed }: ChildOptions): Child {
  const sockets = socketsIn(folder)
  const background = new Background()
  let child: ChildProcess | undefined
  let said = ''
  let backoff = backoffMs.first
  let again: NodeJS.Timeout | undefined
  let closing = false
  let last = ''
  const killAtExit = (): void => end('SIGKILL')
  process.on('exit', killAtExit)

  function end(signal: NodeJS.Signals): void {
    if (child?.pid === undefined) return
    try {
      // Workers are in the group of their master.
      process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal)
    } catch {
      child = undefined
    }
  }

  function start(): void {
    clearTimeout(again)
    const args = ['-W', '-S', `${sockets.master},mode,600`, '-f', join(folder, 'haproxy.cfg')]
    const started = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    const ended = (): void => {
      if (child !== started) return
      child = undefined
      if (closing) return
      changed('ended')
      again = setTimeout(startAgain, backoff).unref()
      backoff = Math.min(backoff * 2, backoffMs.most)
    }
    started.on('error', ended).on('exit', ended)
    started.stderr.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-64_000)
    })
  }

  function startAgain(): void {
    start()
    background.run(
      { what: 'waiting for HAProxy to come back', about: 'process', name: program },
      async () => {
        const { done } = await comesInForce(last)
        if (done) changed('back')
      },
    )
  }

  async function switchTo(version: string): Promise<Switched> {
    said = ''
    if (child === undefined) start()
    else await ask(sockets.master, 'reload').catch(() => '')
    const switched = await comesInForce(version)
    if (switched.done) last = version
    return switched
  }

  async function comesInForce(version: string): Promise<Switched> {
    const until = performance.now() + patienceMs
    while (performance.now() < until) {
      if (await isInForce(version)) {
        backoff = backoffMs.first
        return { done: true }
      }
      if (child === undefined || /Loading failure|Failed to load|failed to start/i.test(said)) break
      await delay(10)
    }
    return { done: false, said }
  }

  async function isInForce(version: string): Promise<boolean> {
    try {
      const label = await ask(sockets.worker, 'get var proc.version')
      if (!label.includes(`value=<${version}>`)) return false
      const shown = await ask(sockets.master, 'show proc')
      const old = shown.split('# old workers')[1]?.split('#')[0] ?? ''
      const leaving = [...old.matchAll(/^(\d+)\s+worker/gm)].map(async ([, pid]) => {
        const state = await ask(sockets.master, `@!${pid} show info`).catch(() => '')
        return state === '' || !/^Stopping: 0/m.test(state)
      })
      return (await Promise.all(leaving)).every((gone) => gone)
    } catch {
      return false
    }
  }

  return {
    switchTo,
    isRunning: () => child !== undefined,
    close: async (withinMs) => {
      closing = true
      clearTimeout(again)
      const until = performance.now() + withinMs
      end('SIGUSR1')
      while (child !== undefined && performance.now() < until) await delay(10)
      end('SIGKILL')
      while (child !== undefined) await delay(10)
      process.off('exit', killAtExit)
    },
  }
}

/** Lets the program read a configuration without using it. */
export const check = (program: string, file: string): Promise<Switched> =>
  new Promise((resolve) => {
    execFile(program, ['-c', '-f', file], (error, _, said) =>
      resolve(error === null ? { done: true } : { done: false, said }),
    )
  })
