import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { administrator } from './auth/administrator-token.ts'
import { formatKubeconfig } from './kubeconfig.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from './server.ts'
import { openSqliteStore } from './store/sqlite-store.ts'
import type { Store } from './store/store.ts'
import { type Identities, openIdentities } from './tls/identities.ts'
import { forgottenFiles, openPrivateFiles } from './tls/identity-files.ts'

export interface StartOptions extends Omit<ApiServerOptions, 'store'> {
  /** A folder for objects, keys and the kubeconfig. Absent: everything ends with the process. */
  readonly data?: string
  /** 0, the default: any free one. */
  readonly port?: number
  /** Loopback unless said otherwise. */
  readonly host?: string
  /** `false`: plain HTTP, for clients that cannot be told of an authority. */
  readonly tls?: boolean
}

/** A server that listens, and how to reach it. */
export interface StartedApiServer {
  readonly server: ApiServer
  readonly url: string
  /** For the administrator of the cluster at the root. */
  readonly kubeconfig: string
  /** Where the kubeconfig lies, readable by its owner only; absent without a data folder. */
  readonly kubeconfigFile?: string
  /** The owner's: it opens every cluster. */
  readonly token: string
  /** PEM of the authority that signed the server's certificate. */
  readonly authority: string
  /** A kubeconfig for the administrator of another cluster, `<namespace>/<name>`, that is served. It opens that one alone. */
  readonly kubeconfigFor: (cluster: string) => string
  readonly close: () => Promise<void>
}

/** Starts a server with an authority, a certificate and an administrator of its own, and writes its kubeconfig. */
export async function startApiServer(options: StartOptions = {}): Promise<StartedApiServer> {
  const { data, port = 0, host = '127.0.0.1', tls = true, ...rest } = options
  const now = rest.now ?? Date.now
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', 'kubernetes', 'kubernetes.default', host])]
  const { store, identities } = await openFolder(data, { hosts, now })
  const { authority, server: own, adminToken, tokenKey } = identities
  const server = await createApiServer({
    tokenKey,
    ...rest,
    controllers: { authority: authority.certificate, ...rest.controllers },
    ...(store !== undefined && { store }),
    tokens: [{ token: adminToken, user: administrator }, ...(rest.tokens ?? [])],
  })
  const secure = { certificate: own.certificate, key: own.key, clientAuthority: authority.certificate }
  const { url } = await server
    .listen({ port, host, ...(tls && { tls: secure }) })
    .catch(async (error: unknown) => {
      // What already runs would keep the process from ending, and the folder from being used again.
      await server.close()
      throw error
    })
  const kubeconfigFor = (cluster: string): string =>
    formatKubeconfig({
      url: cluster === '' ? url : `${url}/clusters/${cluster}`,
      ...(tls && { authority: authority.certificate }),
      ...(cluster !== '' && { name: cluster.replace('/', '-') }),
      token: cluster === '' ? adminToken : server.administratorToken(cluster),
    })
  const kubeconfig = kubeconfigFor('')
  const kubeconfigFile = data === undefined ? undefined : join(data, 'kubeconfig')
  if (kubeconfigFile !== undefined) keepKubeconfig(kubeconfigFile, kubeconfig)
  return {
    server,
    url,
    kubeconfig,
    ...(kubeconfigFile !== undefined && { kubeconfigFile }),
    token: adminToken,
    authority: authority.certificate,
    kubeconfigFor,
    close: server.close,
  }
}

interface Opening {
  readonly hosts: readonly string[]
  readonly now: () => number
}

interface OpenedFolder {
  readonly store: Store | undefined
  readonly identities: Identities
}

// The store first: where it is refused, nothing in the folder was made or changed.
async function openFolder(data: string | undefined, { hosts, now }: Opening): Promise<OpenedFolder> {
  if (data === undefined)
    return { store: undefined, identities: openIdentities(forgottenFiles(), { hosts, now: now() }) }
  const files = openPrivateFiles(data)
  const store = openSqliteStore({ file: join(data, 'store.db'), now })
  try {
    return { store, identities: openIdentities(files, { hosts, now: now() }) }
  } catch (error) {
    await store.close()
    throw error
  }
}

// In one step: whoever reads it meanwhile finds the one before. A file that is there keeps its rights when written to.
function keepKubeconfig(file: string, kubeconfig: string): void {
  writeFileSync(`${file}.new`, kubeconfig, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
