// The least that a server can do: over TLS, from memory, every event made into bytes once and those bytes shared by all watchers. Nothing is checked or
// stored, so what it reaches is the most that the platform leaves to any server; but for lists, which it joins anew each time.
import { createServer } from 'node:https'
import { createAuthority, issueCertificate } from '../dist/tls/certificate.js'

const now = Date.now()
const authority = createAuthority({ commonName: 'bare' }, now)
const identity = issueCertificate(authority, {
  commonName: 'bare',
  use: 'server',
  hosts: ['127.0.0.1'],
  now,
})

const objects = new Map()
const watchers = new Set()
const head = { 'content-type': 'application/json' }
let untold = []

/** One write for each watcher and turn of the loop, however many events there were. */
function tell(body) {
  if (untold.length === 0)
    setImmediate(() => {
      const bytes = Buffer.concat(untold)
      untold = []
      for (const watcher of watchers) watcher.write(bytes)
    })
  untold.push(Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), body, Buffer.from('}\n')]))
}

const list = () =>
  Buffer.concat([
    Buffer.from('{"metadata":{"resourceVersion":"1"},"items":['),
    ...[...objects.values()].flatMap((body, at) => (at === 0 ? [body] : [Buffer.from(','), body])),
    Buffer.from(']}'),
  ])

const methods = {
  GET: ({ path, query }, _body, response) => {
    response.writeHead(200, head)
    if (!query.startsWith('watch')) response.end(objects.get(path) ?? list())
    else {
      response.flushHeaders()
      watchers.add(response)
      response.on('close', () => watchers.delete(response))
    }
  },
  POST: ({ path }, body, response) => {
    const { name } = JSON.parse(body).metadata
    objects.set(`${path}/${name}`, body)
    response.writeHead(201, head).end(body)
  },
  PATCH: ({ path }, _patch, response) => {
    const body = objects.get(path)
    tell(body)
    response.writeHead(200, head).end(body)
  },
  DELETE: ({ path }, _body, response) => {
    const body = objects.get(path)
    objects.delete(path)
    response.writeHead(200, head).end(body)
  },
}

const server = createServer({ cert: identity.certificate, key: identity.key }, (request, response) => {
  const [path = '', query = ''] = request.url.split('?')
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => methods[request.method]({ path, query }, Buffer.concat(chunks), response))
})
server.listen(0, '127.0.0.1', () => {
  const url = `https://127.0.0.1:${server.address().port}`
  console.log(JSON.stringify({ url, token: 'any', readyMs: performance.now() }))
})
process.once('SIGTERM', () => process.exit(0))
