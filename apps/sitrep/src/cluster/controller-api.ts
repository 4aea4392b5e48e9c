import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Recorded } from '@sitrep/controller'
import { type Connection, ControllerError, connectTo, withQuery } from '@sitrep/controller/connection'
import type { Explanation } from '@sitrep/engine'
import type { KubeObject, ObjectRef } from '@sitrep/status'
import { type Call, CommandError, type Context, type OptionDescription } from '../command.ts'
import { dataFolder } from '../options/data-folder.ts'
import { kubeconfigFile } from './open-cluster.ts'

/** The options by which a command is told where a running controller answers. */
export const controllerApiOptions: Readonly<Record<string, OptionDescription>> = {
  api: {
    type: 'string',
    value: 'URL',
    help: 'The read-only API of a running sitrep up or run (else the variable SITREP_API)',
  },
  data: {
    type: 'string',
    value: 'DIR',
    help: 'The folder of sitrep up (default ~/.local/share/sitrep)',
  },
}

/** What a running controller can be asked: what it computed, with all that it sees, why, and what was before. */
export interface ControllerApi {
  readonly url: string
  /** Absent: it knows no such object. */
  readonly explain: (ref: ObjectRef, type: string) => Promise<Explanation | undefined>
  /** What changed since then, oldest first. */
  readonly history: (ref: ObjectRef, since: number) => Promise<readonly Recorded[]>
  /** The computed status of one object; absent: it computes none for it. */
  readonly status: (ref: ObjectRef) => Promise<Readonly<Record<string, unknown>> | undefined>
  /** What it sees outside the API. */
  readonly facts: () => Promise<readonly KubeObject[]>
  readonly close: () => void
}

/**
 * The controller that watches this cluster, where one is named or can be found. One that was named and does not answer is an error; one
 * that only left its address behind counts as not running.
 */
export async function findControllerApi(
  call: Call,
  context: Pick<Context, 'env' | 'cwd'>,
  cluster?: Pick<Connection, 'server'>,
): Promise<ControllerApi | undefined> {
  const named = call.options.api ?? context.env.SITREP_API
  const url = typeof named === 'string' && named !== '' ? checkedUrl(named) : undefined
  const found = url ?? addressLeftIn(foldersOf(call, context), cluster?.server)
  if (found === undefined) return undefined
  const token = context.env.SITREP_API_TOKEN
  const connection = connectTo({
    server: found,
    // A token is for whom it was given to, and not for an address that lay in a file.
    ...(url !== undefined &&
      token !== undefined && { headers: () => ({ authorization: `Bearer ${token}` }) }),
  })
  try {
    await connection.request({ path: '/api/v1/schemas', timeoutMs: 2_000 })
    return apiOver(connection)
  } catch (error) {
    connection.close()
    if (url === undefined && error instanceof ControllerError) return undefined
    throw error
  }
}

// Where sitrep up leaves its address, and where it leaves its kubeconfig, which may have been named instead.
function foldersOf(call: Call, context: Pick<Context, 'env' | 'cwd'>): readonly string[] {
  const kubeconfig = kubeconfigFile(call, context.env)
  return [
    dataFolder(call, context),
    ...(kubeconfig === undefined ? [] : [dirname(resolve(context.cwd, kubeconfig))]),
  ]
}

function apiOver(connection: Connection): ControllerApi {
  const ask = async <Answer>(path: string): Promise<Answer | undefined> => {
    try {
      return await connection.request<Answer>({ path })
    } catch (error) {
      if (error instanceof ControllerError && error.code === 'not-found') return undefined
      throw error
    }
  }
  return {
    url: connection.server,
    explain: (ref, type) => ask(withQuery('/api/v1/explain', { ...queryOf(ref), type })),
    history: async (ref, since) => {
      const path = withQuery('/api/v1/history', { ...queryOf(ref), since: new Date(since).toISOString() })
      return (await ask<{ items: readonly Recorded[] }>(path))?.items ?? []
    },
    status: async (ref) => {
      type Found = { items: readonly { status?: Readonly<Record<string, unknown>> }[] }
      return (await ask<Found>(withQuery('/api/v1/objects', queryOf(ref))))?.items[0]?.status
    },
    facts: async () => (await ask<{ items: readonly KubeObject[] }>('/api/v1/facts'))?.items ?? [],
    close: connection.close,
  }
}

const queryOf = ({ group, kind, namespace, name }: ObjectRef) => ({ group, kind, namespace, name })

function checkedUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/$/, '')
  throw new CommandError(
    2,
    `The address of the API is a URL such as http://127.0.0.1:9090, not ${JSON.stringify(text)}`,
  )
}

const fileName = 'api.json'

/** Leaves the address of a controller's API, and the API server that it watches, in its folder; the answer takes it away again. */
export function leaveAddress(folder: string, address: { url: string; server: string }): () => void {
  const file = join(folder, fileName)
  writeFileSync(file, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

// An address is only good for the cluster that its controller watches: another one may hold an object of the same name.
function addressLeftIn(folders: readonly string[], server: string | undefined): string | undefined {
  for (const folder of folders) {
    const address = addressIn(folder, server)
    if (address !== undefined) return address
  }
  return undefined
}

function addressIn(folder: string, server: string | undefined): string | undefined {
  try {
    const left = JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as {
      url?: unknown
      server?: unknown
    } | null
    if (typeof left?.url !== 'string' || !URL.canParse(left.url)) return undefined
    return server === undefined || left.server === server ? left.url : undefined
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code !== undefined) return undefined
    throw error
  }
}
