import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { EchoIdentity, EchoServer } from './types.ts'

/** Where a server is to be open. */
type Opening = Pick<EchoIdentity, 'address' | 'numbers'>

const openedPort = (port: number, { numbers }: Opening): number => (numbers === 'own' ? port : 0)

/** Opens a server for a port and gives back how to end it with all of its connections. */
export async function listening(server: Server, opening: Opening, port: number): Promise<EchoServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // A client that goes away is no trouble of an echo.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(openedPort(port, opening), opening.address)
  await once(server, 'listening')
  return {
    port,
    protocol: 'TCP',
    opened: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Answers every datagram with who it is and what it was asked. */
export async function openUdpEcho(identity: EchoIdentity, port: number): Promise<EchoServer> {
  const { namespace, ingress, service, pod, address } = identity
  const socket = createSocket('udp4')
  socket.bind(openedPort(port, identity), address)
  await once(socket, 'listening')
  // A sender that is gone by then is no trouble of an echo.
  socket.on('error', () => {})
  socket.on('message', (message, from) => {
    const request = message.subarray(0, 1024).toString('utf8')
    socket.send(JSON.stringify({ request, namespace, ingress, service, pod }), from.port, from.address)
  })
  return {
    port,
    protocol: 'UDP',
    opened: socket.address().port,
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve())
      }),
  }
}
