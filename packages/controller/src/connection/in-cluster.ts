import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerAccess } from './http-connection.ts'

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
