import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, connectTo } from '@sitrep/controller/connection'
import type { KindRef, KubeObject } from '@sitrep/status'
import type { Memory } from './memory.ts'
import type { Mould } from './mould.ts'
import type { ServerOrder } from './server.ts'

export interface ServerProcess {
  readonly connection: Connection
  readonly memory: () => Promise<Memory>
  readonly stop: () => Promise<void>
}

/** What a fleet is stored with. */
export interface StoredFleet {
  readonly clusters: number
  readonly moulds: readonly Mould[]
  readonly folder: string
  readonly limits: number
}

/** Starts a server with copies of these clusters in it. */
export async function startServer({ moulds, ...rest }: StoredFleet): Promise<ServerProcess> {
  const file = join(rest.folder, 'moulds.json')
  writeFileSync(file, JSON.stringify(moulds))
  const order: ServerOrder = { ...rest, token: 'soak', moulds: file }
  const child = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(order)], {
    execArgv: ['--expose-gc', '--max-old-space-size=8192', '--conditions=@sitrep/source'],
  })
  const ended = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  const connection = connectTo({
    server: url,
    headers: () => ({ authorization: `Bearer ${order.token}` }),
  })
  return {
    connection,
    memory: async () => {
      child.send('memory')
      const [memory] = (await once(child, 'message')) as [Memory]
      return memory
    },
    stop: async () => {
      connection.close()
      child.disconnect()
      await ended
    },
  }
}

/** A list of everything may take its time. */
const timeoutMs = 600_000

/** All objects of a kind that the fleet has. */
export async function listStored(
  connection: Connection,
  { group, kind }: Pick<KindRef, 'group' | 'kind'>,
): Promise<readonly KubeObject[]> {
  const apiVersion = group === '' ? 'v1' : `${group}/v1beta2`
  const path = `/${group === '' ? 'api' : 'apis'}/${apiVersion}/namespaces/fleet/${kind.toLowerCase()}s`
  try {
    const { items } = await connection.request<{ items: readonly KubeObject[] }>({ path, timeoutMs })
    return items.map((item) => ({ ...item, apiVersion, kind }))
  } catch {
    // The fleet has no objects of this kind, so the server does not serve it.
    return []
  }
}
