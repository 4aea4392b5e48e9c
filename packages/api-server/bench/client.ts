import { Agent, request } from 'node:https'

export interface LoadTarget {
  readonly url: string
  readonly token: string
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly type?: string
}

export interface LoadClient {
  /** Asks, reads the whole answer, and fails unless it has the status that was expected. */
  readonly ask: (asked: Asked, status: number) => Promise<Buffer>
  /** Counts the events of a watch by their line ends. Resolves when the head of the answer is there. */
  readonly watch: (path: string, seen: { events: number }) => Promise<void>
  readonly close: () => void
}

/** As many connections as there are askers, and as many more as there are watches. */
export function createLoadClient({ url, token }: LoadTarget, connections: number): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false })
  const wide = new Agent({ keepAlive: true, rejectUnauthorized: false })
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  return {
    ask: ({ method, path, body, type = 'application/json' }, status) =>
      new Promise((resolve, reject) => {
        const own = { ...headers, ...(body !== undefined && { 'content-type': type }) }
        const asking = request(`${url}${path}`, { method, agent, headers: own }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const answer = Buffer.concat(chunks)
            if (response.statusCode === status) resolve(answer)
            else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.toString()}`))
          })
        })
        asking.on('error', reject)
        asking.end(body)
      }),
    watch: (path, seen) =>
      new Promise((resolve, reject) => {
        const asking = request(`${url}${path}`, { agent: wide, headers }, (response) => {
          response.on('data', (chunk: Buffer) => {
            for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) seen.events++
          })
          // The watches end when the agent is destroyed; that is no failure.
          response.on('error', () => undefined)
          resolve()
        })
        asking.on('error', reject)
        asking.end()
      }),
    close: () => {
      agent.destroy()
      wide.destroy()
    },
  }
}
