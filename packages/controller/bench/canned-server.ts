// Started by the bench as a process of its own: answers lists and watches of many Machines from ready bytes, so that what is
// measured is the client and not a server. `POST /burst?events=N` lets every watch see N changes.
import { createServer, type ServerResponse } from 'node:http'
import { machineText } from './machine-text.ts'

const count = Number(process.argv[2])
// All versions have as many digits, so that a new one can be written over the old.
const listVersion = 20_000_000
const machines = Array.from({ length: count }, (_, index) =>
  Buffer.from(machineText(index, listVersion - count + index)),
)
const comma = Buffer.from(',')
const versionKey = '"resourceVersion":"'
const watches = new Set<ServerResponse>()

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://canned')
  if (url.pathname === '/burst') {
    const events = Number(url.searchParams.get('events'))
    response.end()
    for (const watch of watches) void burst(watch, events)
  } else if (url.searchParams.get('watch') === 'true') void watch(url.searchParams, response)
  else list(url.searchParams, response)
})

function list(query: URLSearchParams, response: ServerResponse): void {
  const from = Number(query.get('continue') ?? 0)
  const to = Math.min(count, from + Number(query.get('limit') ?? count))
  const next = to < count ? `"continue":"${to}",` : ''
  const head = '{"apiVersion":"cluster.x-k8s.io/v1beta2","items":['
  const tail = `],"kind":"MachineList","metadata":{${next}"resourceVersion":"${listVersion}"}}`
  const items = machines.slice(from, to).flatMap((machine, at) => (at === 0 ? [machine] : [comma, machine]))
  const body = [Buffer.from(head), ...items, Buffer.from(tail)]
  response.setHeader('content-type', 'application/json')
  response.setHeader(
    'content-length',
    body.reduce((sum, part) => sum + part.length, 0),
  )
  // All at once would be a second copy of everything.
  for (let at = 0; at < body.length; at += 1_000) response.write(Buffer.concat(body.slice(at, at + 1_000)))
  response.end()
}

async function watch(query: URLSearchParams, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json')
  response.flushHeaders()
  response.once('close', () => watches.delete(response))
  if (query.get('sendInitialEvents') === 'true') {
    for (let at = 0; at < count; at += together)
      await send(
        response,
        machines.slice(at, at + together).map((machine) => event('ADDED', machine)),
      )
    const metadata = {
      resourceVersion: String(listVersion),
      annotations: { 'k8s.io/initial-events-end': 'true' },
    }
    const bookmark = { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Machine', metadata }
    await send(response, [event('BOOKMARK', Buffer.from(JSON.stringify(bookmark)))])
  }
  watches.add(response)
}

async function burst(response: ServerResponse, events: number): Promise<void> {
  for (let first = 0; first < events; first += together) {
    const lines: Buffer[] = []
    for (let at = first; at < Math.min(events, first + together); at++) {
      const line = event('MODIFIED', machines[at % count] ?? comma)
      line.write(String(listVersion + at + 1), line.indexOf(versionKey) + versionKey.length)
      lines.push(line)
    }
    await send(response, lines)
  }
}

const event = (type: string, object: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, Buffer.from('}\n')])

// Some events in one write, as they come from a busy server: by itself each would cost more here than there.
const together = 16

function send(response: ServerResponse, lines: readonly Buffer[]): Promise<void> | undefined {
  if (response.write(Buffer.concat(lines))) return undefined
  if (response.destroyed) return undefined
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.on('drain', go)
    response.on('close', go)
  })
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
