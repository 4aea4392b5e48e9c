import type { Connection } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'

/** A status write that went over one connection. */
export interface CountedWrite {
  readonly path: string
  /** Places in the order of all beginnings and ends that share a count. */
  readonly begun: number
  readonly ended: number
  /** `unchanged`: the server took it, and nothing was different afterwards. */
  readonly outcome: 'changed' | 'unchanged' | 'refused'
}

export interface CountedConnection {
  readonly connection: Connection
  readonly writes: readonly CountedWrite[]
  readonly changed: () => number
}

/** The same connection, counting the statuses that are written through it; connections that share a count can be compared. */
export function countWrites(connection: Connection, next: () => number = counter()): CountedConnection {
  const writes: CountedWrite[] = []
  const versions = new Map<string, string | undefined>()
  const request: Connection['request'] = async <Answer>(
    asked: Parameters<Connection['request']>[0],
  ): Promise<Answer> => {
    const [path = ''] = asked.path.split('?')
    if (asked.method !== 'PATCH' || !path.endsWith('/status')) return connection.request<Answer>(asked)
    const begun = next()
    let version: string | undefined
    // Whoever asks may read nothing of the answer, so it is looked at before.
    const parse = (bytes: Buffer): unknown => {
      const object: KubeObject = JSON.parse(bytes.toString())
      version = object.metadata.resourceVersion
      return asked.parse === undefined ? object : asked.parse(bytes)
    }
    try {
      const answer = await connection.request<Answer>({ ...asked, parse })
      const sent = (asked.body as { metadata?: { resourceVersion?: string } }).metadata?.resourceVersion
      const outcome = version === (sent ?? versions.get(path)) ? 'unchanged' : 'changed'
      versions.set(path, version)
      writes.push({ path, begun, ended: next(), outcome })
      return answer
    } catch (error) {
      writes.push({ path, begun, ended: next(), outcome: 'refused' })
      throw error
    }
  }
  return {
    connection: { ...connection, request },
    writes,
    changed: () => writes.filter(({ outcome }) => outcome === 'changed').length,
  }
}

/** One more every time. */
export function counter(): () => number {
  let count = 0
  return () => ++count
}
