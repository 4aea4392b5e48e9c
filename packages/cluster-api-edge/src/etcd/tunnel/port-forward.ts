import { addAbortSignal, type Duplex } from 'node:stream'
import { ControllerError, type ServerAccess } from '@sitrep/controller/connection'
import { noAnswer, openCarrier } from './carrier.ts'
import { PortTunnel } from './port-tunnel.ts'

export interface PortForwardTarget {
  readonly namespace: string
  readonly pod: string
  readonly port: number
  /** How long it may take until the port is open. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Opens a connection to a port of a Pod through its API server. The bytes of the connection are those of the stream; it breaks off with
 * the error that the API server or the kubelet gives.
 */
export async function openPortForward(access: ServerAccess, target: PortForwardTarget): Promise<Duplex> {
  const { namespace, pod, port, timeoutMs } = target
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward`
  const late = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([target.signal, late])
  try {
    const carrier = await openCarrier(access, { path, signal })
    return await opened(addAbortSignal(target.signal, new PortTunnel(carrier, port)), signal)
  } catch (cause) {
    const why = late.aborted ? noAnswer : cause instanceof Error ? cause.message : String(cause)
    throw new ControllerError('not-reachable', why, { retry: 'with-backoff', cause })
  }
}

async function opened(tunnel: PortTunnel, signal: AbortSignal): Promise<Duplex> {
  const stop = (): void => {
    tunnel.destroy(new Error(noAnswer))
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    await tunnel.opened
    return tunnel
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
