import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { administrator } from './auth/administrator-token.ts'
import { formatKubeconfig } from './kubeconfig.ts'
import { type ApiServer, type ApiServerOptions, createApiServer } from './server.ts'
import { openSqliteStore } from './store/sqlite-store.ts'
import { openIdentities } from './tls/identities.ts'
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
  const files = data === undefined ? forgottenFiles() : openPrivateFiles(data)
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', 'kubernetes', 'kubernetes.default', host])]
  const { authority, server: own, adminToken, tokenKey } = openIdentities(files, { hosts, now: now() })
  const store = data === undefined ? undefined : openSqliteStore({ file: join(data, 'store.db'), now })
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
  if (kubeconfigFile !== undefined) writeFileSync(kubeconfigFile, kubeconfig, { mode: 0o600 })
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
