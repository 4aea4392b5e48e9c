import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { crds } from '@sitrep/cluster-api'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import type { Context, ExitCode } from '../command.ts'
import { builtInFamilies } from '../families/families.ts'
import { runCommand } from '../main.ts'
import { openWriter } from '../terminal/terminal-text.ts'

/** An embedded server with the kinds of Cluster API, and the command line pointed at it. */
export interface ApplyServer {
  readonly connection: Connection
  readonly folder: string
  /** Runs a command line; what it prints can be watched while it runs. */
  readonly run: (line: readonly string[], options?: RunOptions) => Running
  /** The same for a part of a command. */
  readonly perform: (work: Work, options?: RunOptions) => Running
  /** Ends the server with all its sockets; the answer starts it again on the same port and with the same objects. */
  readonly interruptServer: () => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

type Work = (context: Context) => Promise<ExitCode>

interface RunOptions {
  readonly input?: string
  readonly width?: number
}

export interface Running {
  readonly out: readonly string[]
  readonly err: readonly string[]
  /** All that was written to a terminal. */
  readonly written: () => string
  /** Comes back once a line of the output matches. */
  readonly said: (pattern: RegExp) => Promise<void>
  readonly interrupt: () => void
  readonly code: Promise<ExitCode>
}

/** An API server with the kinds of Cluster API, whoever runs it, and the command line pointed at it. */
export type AnyApplyServer = Omit<ApplyServer, 'interruptServer'>

/** Points the command line at a server that is there, and has it define the kinds of Cluster API. */
export async function useServer(kubeconfig: string, folder: string): Promise<AnyApplyServer> {
  const file = join(folder, 'kubeconfig')
  writeFileSync(file, kubeconfig)
  const { connection } = await openKubeconfig({ text: kubeconfig })
  const opened: AnyApplyServer = {
    connection,
    folder,
    run: (line, options = {}) =>
      perform((context) => runCommand([...line, '--kubeconfig', file], context), { folder, ...options }),
    perform: (work, options = {}) => perform(work, { folder, ...options }),
    close: async () => {
      connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const items = crds({ profile: 'proposal' })
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items })
  const defining = opened.run(['apply', '-f', '-'], { input })
  if ((await defining.code) !== 0) throw new Error(defining.err.join('\n'))
  return opened
}

export async function openApplyServer(): Promise<ApplyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-apply-'))
  const data = join(folder, 'server')
  let server = await startApiServer({ data })
  const opened = await useServer(server.kubeconfig, folder)
  return {
    ...opened,
    interruptServer: async () => {
      const port = Number(new URL(server.url).port)
      await server.close()
      return async () => {
        server = await startApiServer({ data, port })
      }
    },
    close: async () => {
      await server.close()
      await opened.close()
    },
  }
}

function perform(work: Work, { folder, input = '', width }: RunOptions & { folder: string }): Running {
  const [out, err]: [string[], string[]] = [[], []]
  const listeners = new Set<() => void>()
  const interrupt = new AbortController()
  let written = ''
  const told = (): void => {
    for (const listener of listeners) listener()
  }
  const context: Context = {
    ...openWriter({
      out: (text) => {
        written += text
        out.push(...text.replace(/\n$/, '').split('\n'))
        told()
      },
      err: (text) => err.push(text.replace(/\n$/, '')),
      colour: false,
    }),
    paint: (text) => {
      written += text
      told()
    },
    readInput: async () => input,
    width,
    height: width === undefined ? undefined : 40,
    colour: false,
    env: { HOME: folder },
    cwd: folder,
    now: () => Date.now(),
    interrupted: interrupt.signal,
    families: builtInFamilies,
  }
  return {
    out,
    err,
    written: () => written,
    said: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!out.some((each) => pattern.test(each)) && !pattern.test(written)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    interrupt: () => interrupt.abort('SIGINT'),
    code: work(context),
  }
}
