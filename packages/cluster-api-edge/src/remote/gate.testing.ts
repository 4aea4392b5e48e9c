import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands in front of a server: lets requests pass, or answers itself. */
export type GateAnswer = 'pass' | 'cut' | { readonly status: number; readonly body: string }

export interface Gate {
  readonly url: string
  /** Decides about every request to come; connections under way are cut when the answer to `/` is `cut`. */
  readonly set: (answer: (path: string, token: string) => GateAnswer) => void
  /** Holds back the answer to requests until the returned function is called. */
  readonly holdBack: (matches: (path: string) => boolean) => () => void
  /** Paths that were asked for, in order, without their queries. */
  readonly asked: string[]
  readonly close: () => Promise<void>
}

/** A plain HTTP server that hands requests on to another one, with the token that is good there. */
export async function openGate(target: string, token: string): Promise<Gate> {
  let decide: (path: string, token: string) => GateAnswer = () => 'pass'
  let held: { matches: (path: string) => boolean; until: Promise<void> } | undefined
  const asked: string[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    asked.push(path.split('?')[0] ?? path)
    const answer = decide(path, String(incoming.headers.authorization ?? '').replace('Bearer ', ''))
    const go = (): void => answerWith({ answer, target, token, incoming, outgoing })
    if (held?.matches(path) === true) void held.until.then(go)
    else go()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    set(answer) {
      decide = answer
      if (answer('/', '') === 'cut') server.closeAllConnections()
    },
    holdBack(matches) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { matches, until: promise }
      return () => {
        held = undefined
        resolve()
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Passage {
  readonly answer: GateAnswer
  readonly target: string
  readonly token: string
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

function answerWith({ answer, target, token, incoming, outgoing }: Passage): void {
  if (answer === 'cut') {
    incoming.socket.destroy()
    return
  }
  if (answer !== 'pass') {
    outgoing.writeHead(answer.status).end(answer.body)
    return
  }
  const { method = 'GET' } = incoming
  const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
  const onward = request(`${target}${incoming.url}`, { method, headers, agent: false })
  onward.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    outgoing.flushHeaders()
    response.pipe(outgoing)
    response.on('error', () => outgoing.destroy())
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
