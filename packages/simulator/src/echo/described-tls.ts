import { TLSSocket } from 'node:tls'

/** What is told of the TLS of a connection, with the version as `TLSv1.3`; nothing where there is none. */
export interface DescribedTls {
  readonly version: string
  readonly serverName: string
  readonly negotiatedProtocol: string
  readonly cipherSuite: string
  readonly peerCertificates: readonly string[]
}

export function describeTls(socket: unknown): DescribedTls | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const peer = socket.getPeerX509Certificate()
  return {
    version: socket.getProtocol() ?? '',
    serverName: typeof socket.servername === 'string' ? socket.servername : '',
    negotiatedProtocol: socket.alpnProtocol || '',
    cipherSuite: socket.getCipher().standardName,
    peerCertificates: peer === undefined ? [] : [peer.toString()],
  }
}
