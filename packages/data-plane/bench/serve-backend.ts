// Answers every request with the same few bytes, as cheaply as Node can, so that the proxies are what is measured.
import { createServer } from 'node:net'

const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nhello\n')
const end = Buffer.from('\r\n\r\n')

const server = createServer((socket) => {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    let text: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end)) {
      socket.write(answer)
      text = text.subarray(at + end.length)
    }
    rest = text
  })
  socket.on('error', () => socket.destroy())
})
server.listen(0, '127.0.0.1', () => console.log(Object(server.address()).port))
