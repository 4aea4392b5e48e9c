import { Duplex, PassThrough } from 'node:stream'
import { ControllerError, type ServerAccess } from '@sitrep/controller/connection'

export interface PortForwardTarget {
  readonly namespace: string
  readonly pod: string
  readonly port: number
  readonly timeoutMs: number
}

/** The little that is used of a WebSocket of the package `ws`. */
interface Socket {
  onclose: () => void
  onerror: (event: { readonly message?: string }) => void
  readonly send: (frame: Buffer, done: (error?: Error | null) => void) => void
  readonly terminate: () => void
}

// Frames of v4.channel.k8s.io begin with the number of their channel; with one port there are these two.
const [dataChannel, errorChannel] = [0, 1]
// The first frame of each channel says which port it is for.
const portBytes = 2

/**
 * Opens a connection to a port of a Pod through its API server. The bytes of the connection are those of the stream; it breaks off with
 * the error that the API server or the kubelet gives.
 */
export async function openPortForward(access: ServerAccess, target: PortForwardTarget): Promise<Duplex> {
  const { namespace, pod, port } = target
  // Only this file of the package: the whole of it takes longer to load than all the rest of the program.
  const { WebSocketHandler } = await import('@kubernetes/client-node/dist/web-socket-handler.js')
  const tunnel = new Tunnel()
  const none = new PassThrough()
  const handler = new WebSocketHandler(
    configOf(access, target.timeoutMs) as unknown as ConstructorParameters<typeof WebSocketHandler>[0],
    undefined,
    { stdin: none, stdout: none, stderr: none },
  )
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward?ports=${port}`
  try {
    tunnel.use((await handler.connect(path, null, tunnel.receive)) as unknown as Socket)
  } catch (cause) {
    const why = (cause as { readonly message?: string }).message ?? String(cause)
    throw new ControllerError('not-reachable', `no tunnel to Pod ${pod}: ${why}`, {
      retry: 'with-backoff',
      cause,
    })
  }
  return tunnel
}

class Tunnel extends Duplex {
  #socket: Socket | undefined = undefined
  readonly #opened: Set<number> = new Set()

  constructor() {
    super()
    // It may break before anybody listens; whoever uses it finds the error on it.
    this.on('error', () => {})
  }

  use(socket: Socket): void {
    this.#socket = socket
    socket.onclose = () => {
      this.push(null)
      this.destroy()
    }
    socket.onerror = ({ message }) => this.destroy(new Error(message ?? 'the tunnel broke'))
  }

  receive = (channel: number, frame: Buffer): boolean => {
    const bytes = this.#opened.has(channel) ? frame : frame.subarray(portBytes)
    this.#opened.add(channel)
    if (bytes.length === 0 || this.destroyed) return !this.destroyed
    if (channel === dataChannel) this.push(bytes)
    if (channel === errorChannel) this.destroy(new Error(bytes.toString('utf8').trim()))
    return !this.destroyed
  }

  override _read(): void {
    // Frames come whenever they come; answers are small.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket?.send(Buffer.concat([Buffer.from([dataChannel]), chunk]), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket?.terminate()
    done(error)
  }
}

/** What the handler asks of a kubeconfig: where the server is, and how to be somebody there. */
const configOf = (access: ServerAccess, timeoutMs: number): object => ({
  getCurrentCluster: () => ({ server: access.server.replace(/\/$/, '') }),
  applyToHTTPSOptions: async (options: Record<string, unknown>) => {
    const { ca, cert, key, insecure, serverName, headers } = access
    Object.assign(options, {
      ...(ca && { ca }),
      ...(cert && { cert }),
      ...(key && { key }),
      ...(serverName !== undefined && { servername: serverName }),
      rejectUnauthorized: insecure !== true,
      headers: await headers?.(),
      handshakeTimeout: timeoutMs,
    })
  },
})
