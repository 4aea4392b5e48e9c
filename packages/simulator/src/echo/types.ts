/** A pod that answers: every container is an echo server whose role its environment decides. */
export interface EchoPod {
  /** No other pod has it, not even a later one of the same name. */
  readonly key: string
  readonly namespace: string
  readonly name: string
  /** An address of this machine. Where it is taken, one near it serves as well; where Pods share one, it is not asked for. */
  readonly address: string
  readonly containers: readonly EchoContainer[]
}

export interface EchoContainer {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  readonly mounts: readonly Mount[]
  /** TCP ports that it declares. They are served where its environment names no role. */
  readonly ports: readonly number[]
}

/** The one loopback address that every machine has. */
export const sharedAddress = '127.0.0.1'

/** Where a pod really answers. */
export interface PodPlace {
  readonly address: string
  /** What is open in place of a port, by `<port>/<protocol>`; a port that is not named is open itself. */
  readonly ports: Readonly<Record<string, number>>
}

/** A Secret or ConfigMap as files. */
export interface Mount {
  readonly path: string
  readonly kind: 'Secret' | 'ConfigMap'
  readonly name: string
  /** The file of each key; left out: files are called like their keys. */
  readonly items?: Readonly<Record<string, string>>
}

/** Whom an echo server says that it is, and what it needs for it. */
export interface EchoIdentity {
  readonly namespace: string
  readonly pod: string
  readonly service: string
  readonly ingress: string
  readonly address: string
  /** Whether its ports are open under their own numbers, or under any that are free. */
  readonly numbers: 'own' | 'any'
  /** Certificate and key in PEM; absent: no TLS. */
  readonly tls?: EchoTls
  readonly log: (line: string) => void
}

export interface EchoTls {
  readonly cert: string
  readonly key: string
  /** Authorities that clients are verified with, where they show a certificate. */
  readonly ca?: string
}

/** A server that listens. */
export interface EchoServer {
  /** The port that it is meant to have. */
  readonly port: number
  readonly protocol: 'TCP' | 'UDP'
  /** The port that is open. */
  readonly opened: number
  readonly close: () => Promise<void>
}
