import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { KubeConfig } from '@kubernetes/client-node'
import { ControllerError } from '../errors.ts'
import { type AddressGuard, refuseGuarded } from './address-guard.ts'
import type { Connection } from './connection.ts'
import { connectTo, type ServerAccess } from './http-connection.ts'
import { checkHeader } from './http1/request-head.ts'
import { mostValuesOfStrangers } from './json-weight.ts'
import {
  chosenContext,
  type KubeconfigCluster,
  type KubeconfigUser,
  parseKubeconfigText,
  unusable,
} from './kubeconfig-file.ts'
import { net, tls } from './node-modules.ts'

export interface KubeconfigChoice {
  /** Text of a kubeconfig; relative paths in it are looked up from `directory`. */
  readonly text: string
  readonly directory?: string
  readonly context?: string
  /**
   * `secret`: whoever wrote it must not make this process run programs, read files or send their content elsewhere. Default: it
   * belongs to whoever runs us.
   */
  readonly from?: 'owner' | 'secret'
  /** Which addresses may be connected to; left out: all. */
  readonly addresses?: AddressGuard
}

/** Where a kubeconfig leads. */
export interface OpenedKubeconfig {
  readonly connection: Connection
  readonly access: ServerAccess
  readonly namespace: string
  readonly context: string
  /** The user that the context names; absent: it names none. */
  readonly user?: string
}

/**
 * Opens the chosen context. Plain credentials (tokens, certificates, passwords) need nothing; plugins and providers are left to
 * `@kubernetes/client-node`, which is imported only then, because importing it takes longer than most commands.
 */
export async function openKubeconfig(choice: KubeconfigChoice): Promise<OpenedKubeconfig> {
  const { from = 'owner', addresses } = choice
  const file = await parseKubeconfigText(choice.text, from)
  const { context, cluster, user, userName, namespace } = chosenContext(file, choice.context)
  if (cluster['proxy-url'] !== undefined)
    throw unusable(`The context ${context} goes through a proxy (proxy-url), which is not supported`)
  if (from === 'secret') refuseBorrowed(cluster, user)
  const plain = await checked(() =>
    user.exec !== undefined || user['auth-provider'] !== undefined
      ? accessByClientNode(choice, cluster)
      : plainAccess(cluster, user, choice.directory ?? '.'),
  )
  if (addresses !== undefined) refuseGuarded(new URL(plain.server), addresses)
  const access: ServerAccess = {
    ...plain,
    ...(addresses && { addresses }),
    ...(from === 'secret' && { mostBytes: mostBytesOfStrangers, mostValues: mostValuesOfStrangers }),
  }
  return {
    connection: connectTo(access),
    access,
    namespace,
    context,
    ...(userName !== undefined && { user: userName }),
  }
}

// Lists are streamed; everything else is a single object, or what is served: a thousand kinds take a megabyte.
const mostBytesOfStrangers = 8 * 1024 * 1024

const borrowed = {
  cluster: ['certificate-authority'],
  user: ['exec', 'auth-provider', 'tokenFile', 'client-certificate', 'client-key'],
} as const

function refuseBorrowed(cluster: KubeconfigCluster, user: KubeconfigUser): void {
  const used = [
    ...borrowed.cluster.filter((key) => cluster[key] !== undefined),
    ...borrowed.user.filter((key) => user[key] !== undefined),
  ]
  if (used.length > 0)
    throw unusable(
      `A kubeconfig from a Secret must bring its own credentials, but it uses ${used.join(', ')}`,
    )
}

// Whatever is malformed is found here and said once, not with every request.
async function checked(open: () => ServerAccess | Promise<ServerAccess>): Promise<ServerAccess> {
  try {
    const access = await open()
    const { server, ca, cert, key, serverName } = access
    const { protocol, username, password } = new URL(server)
    if (username !== '' || password !== '')
      throw new TypeError('the address of the server holds a user; username and password belong to the user')
    if (!/^https?:$/.test(protocol)) throw new TypeError(`${server} is no https address`)
    tls.createSecureContext({ ca, cert, key })
    if (serverName !== undefined && net().isIP(serverName) === 0 && !/^[\w.-]{1,253}$/.test(serverName))
      throw new TypeError('tls-server-name is no name of a server')
    for (const [name, value] of Object.entries((await access.headers?.()) ?? {})) checkHeader(name, value)
    return access
  } catch (cause) {
    if (cause instanceof ControllerError) throw cause
    throw unusable(`The kubeconfig cannot be used: ${wordsOf(cause)}`, cause)
  }
}

/** Reads a kubeconfig file; a file that cannot be read is said with its path. */
export function readKubeconfig(path: string): KubeconfigChoice {
  try {
    return { text: readFileSync(path, 'utf8'), directory: dirname(resolve(path)) }
  } catch (cause) {
    throw unusable(`The kubeconfig ${path} cannot be read`, cause)
  }
}

function plainAccess(cluster: KubeconfigCluster, user: KubeconfigUser, directory: string): ServerAccess {
  const material = (data: string | undefined, path: string | undefined): Buffer | undefined => {
    if (data !== undefined) return Buffer.from(data, 'base64')
    return path === undefined ? undefined : readMaterial(resolve(directory, path))
  }
  const ca = material(cluster['certificate-authority-data'], cluster['certificate-authority'])
  const cert = material(user['client-certificate-data'], user['client-certificate'])
  const key = material(user['client-key-data'], user['client-key'])
  const serverName = cluster['tls-server-name']
  return {
    server: cluster.server,
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(cluster['insecure-skip-tls-verify'] === true && { insecure: true }),
    ...(serverName !== undefined && { serverName }),
    headers: () => authorization(user, directory),
  }
}

// A token file is read with every request: whoever rotates it does not tell us.
function authorization(user: KubeconfigUser, directory: string): Readonly<Record<string, string>> {
  const file =
    user.tokenFile === undefined
      ? undefined
      : readMaterial(resolve(directory, user.tokenFile)).toString().trim()
  const token = file ?? user.token
  if (token !== undefined && token !== '') return { authorization: `Bearer ${token}` }
  if (user.username === undefined) return {}
  return {
    authorization: `Basic ${Buffer.from(`${user.username}:${user.password ?? ''}`).toString('base64')}`,
  }
}

function readMaterial(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw unusable(`The kubeconfig names ${path}, which cannot be read`, cause)
  }
}

async function accessByClientNode(
  choice: KubeconfigChoice,
  cluster: KubeconfigCluster,
): Promise<ServerAccess> {
  const { KubeConfig } = await import('@kubernetes/client-node')
  const config = new KubeConfig()
  try {
    config.loadFromString(choice.text)
    if (choice.directory !== undefined) config.makePathsAbsolute(choice.directory)
    if (choice.context !== undefined) config.setCurrentContext(choice.context)
    const first: Record<string, unknown> = {}
    await config.applyToHTTPSOptions(first)
    return {
      server: cluster.server,
      ...(first.ca !== undefined && { ca: first.ca as Buffer }),
      ...(first.cert !== undefined && { cert: first.cert as Buffer }),
      ...(first.key !== undefined && { key: first.key as Buffer }),
      ...(cluster['insecure-skip-tls-verify'] === true && { insecure: true }),
      ...(cluster['tls-server-name'] !== undefined && { serverName: cluster['tls-server-name'] }),
      headers: () => freshHeaders(config),
    }
  } catch (cause) {
    throw unusable(`The credentials of the kubeconfig cannot be used: ${wordsOf(cause)}`, cause)
  }
}

async function freshHeaders(config: KubeConfig): Promise<Readonly<Record<string, string>>> {
  const options: { headers?: Record<string, string> } = {}
  try {
    await config.applyToHTTPSOptions(options)
  } catch (cause) {
    // A plugin that fails now may work again: whoever it asks was not there, or somebody has to sign in.
    throw new ControllerError('unauthorized', `No credentials were given: ${wordsOf(cause)}`, {
      retry: 'with-backoff',
      cause,
    })
  }
  return lowerCased(options.headers ?? {})
}

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const usualFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

/** How a Pod reaches the API server of its own cluster; nothing outside of a Pod. */
export function inClusterAccess(
  env: Readonly<Record<string, string | undefined>>,
  folder: string = usualFolder,
): { readonly access: ServerAccess; readonly namespace: string } | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  const token = join(folder, 'token')
  if (host === undefined || host === '' || !existsSync(token)) return undefined
  const namespaceFile = join(folder, 'namespace')
  return {
    access: {
      server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
      ca: readFileSync(join(folder, 'ca.crt')),
      // The kubelet replaces the token while the Pod runs.
      headers: () => ({ authorization: `Bearer ${readFileSync(token, 'utf8').trim()}` }),
    },
    namespace: existsSync(namespaceFile) ? readFileSync(namespaceFile, 'utf8').trim() : 'default',
  }
}
