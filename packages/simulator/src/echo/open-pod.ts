import { openContainer } from './open-container.ts'
import { PodLog, type PodLogQuestion } from './pod-log.ts'
import {
  type EchoContainer,
  type EchoPod,
  type EchoServer,
  type EchoTls,
  type Mount,
  type PodPlace,
  sharedAddress,
} from './types.ts'

/** Reads the entries of a Secret or ConfigMap as text. Throws where there is none. */
export type ReadMount = (mount: Mount, namespace: string) => Promise<Readonly<Record<string, string>>>

/** A pod whose servers are open. */
export interface OpenPod {
  readonly place: PodPlace
  /** What a container has written; nothing where the pod has no such container. */
  readonly log: (asked: PodLogQuestion) => string | undefined
  readonly close: () => Promise<void>
}

export interface PodSurroundings {
  readonly read: ReadMount
  readonly now: () => number
  /** `own`: every pod has an address; `shared`: all are at 127.0.0.1, and other ports are open in place of theirs. */
  readonly addresses: 'own' | 'shared'
}

// How far from the wished address others are tried, where somebody else on this machine has it.
const nearby = 16

/** Opens the servers of all containers of a pod: at its address or at one near it, or on free ports of the shared one. */
export async function openPod(pod: EchoPod, { read, now, addresses }: PodSurroundings): Promise<OpenPod> {
  const certificates = await Promise.all(
    pod.containers.map((container) => tlsOf(container, pod.namespace, read)),
  )
  const log = new PodLog(now)
  const openAt = async (address: string): Promise<readonly EchoServer[]> => {
    const open: EchoServer[] = []
    try {
      for (const [index, container] of pod.containers.entries()) {
        const { env, name } = container
        const tls = certificates[index]
        const servers = await openContainer(container, {
          namespace: pod.namespace,
          pod: pod.name,
          service: env['SERVICE_NAME'] ?? '',
          ingress: env['INGRESS_NAME'] ?? '',
          address,
          numbers: addresses === 'own' ? 'own' : 'any',
          ...(tls && { tls }),
          log: (line) => log.write(name, line),
        })
        open.push(...servers)
      }
      return open
    } catch (error) {
      await Promise.all(open.map((server) => server.close()))
      throw error
    }
  }
  const { address, servers } = await somewhere(addresses === 'own' ? pod.address : sharedAddress, openAt)
  return {
    place: { address, ports: openElsewhere(servers) },
    log: (asked) => (isAskable(pod, asked) ? log.read(asked) : undefined),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

const isAskable = ({ containers }: EchoPod, { container }: PodLogQuestion): boolean =>
  container === undefined || containers.some(({ name }) => name === container)

// Of two containers that mean the same port the first has it.
const openElsewhere = (servers: readonly EchoServer[]): PodPlace['ports'] =>
  Object.fromEntries(
    servers
      .filter(({ port, opened }) => port !== opened)
      .map(({ port, protocol, opened }) => [`${port}/${protocol}`, opened] as const)
      .reverse(),
  )

async function somewhere(
  wished: string,
  openAt: (address: string) => Promise<readonly EchoServer[]>,
): Promise<{ readonly address: string; readonly servers: readonly EchoServer[] }> {
  let address = wished
  for (let tries = 1; ; tries++) {
    try {
      return { address, servers: await openAt(address) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === nearby) throw error
      address = nextAddress(address)
    }
  }
}

function nextAddress(address: string): string {
  const [a = 127, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${a}.${b}.${d === 254 ? (c + 1) % 256 : c}.${d === 254 ? 1 : d + 1}`
}

/** The certificate that the environment of a container names, out of what is mounted there. */
async function tlsOf(
  { env, mounts }: EchoContainer,
  namespace: string,
  read: ReadMount,
): Promise<EchoTls | undefined> {
  const [certificate, key] = [env['TLS_SERVER_CERT'], env['TLS_SERVER_PRIVKEY'] ?? env['TLS_SERVER_PRIV_KEY']]
  if (certificate === undefined || key === undefined) return undefined
  const files = new Map<string, string>()
  for (const mount of mounts)
    for (const [entry, content] of Object.entries(await read(mount, namespace))) {
      const file = mount.items === undefined ? entry : mount.items[entry]
      if (file !== undefined) files.set(`${mount.path}/${file}`, content)
    }
  const content = (path: string): string => {
    const found = files.get(path)
    if (found === undefined) throw new Error(`There is no file ${path} in the container`)
    return found
  }
  const authorities = env['TLS_CLIENT_CACERTS']
  return {
    cert: content(certificate),
    key: content(key),
    ...(authorities !== undefined && { ca: content(authorities) }),
  }
}
