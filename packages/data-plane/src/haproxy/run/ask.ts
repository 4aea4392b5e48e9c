import { connect, createServer } from 'node:net'

/** Sends one command to a socket of the program and resolves with what it says; rejects where nobody answers in time. */
export function ask(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = connect(socket)
    let said = ''
    const end = (): void => {
      connection.destroy()
      resolve(said)
    }
    connection.setTimeout(2_000, () => connection.destroy(new Error(`No answer to ${command}`)))
    connection.on('error', reject)
    connection.on('close', end)
    connection.on('data', (chunk) => {
      said += String(chunk)
      // An answer ends with an empty line; the master leaves the connection open after it.
      if (said.endsWith('\n\n')) end()
    })
    connection.write(`${command}\n`)
  })
}

/** Whether a connection to this place is taken. */
export function answers({ host, port }: SocketPlace): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect({ host, port, timeout: 2_000 })
    const end = (taken: boolean) => () => {
      connection.destroy()
      resolve(taken)
    }
    connection.on('connect', end(true)).on('error', end(false)).on('timeout', end(false))
  })
}

/** Whether a socket can be opened at a place where nothing of ours is open yet. */
export function canOpen({ host, port }: SocketPlace): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy())
    server.on('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Where a socket is opened. */
export interface SocketPlace {
  readonly host: string
  readonly port: number
}
