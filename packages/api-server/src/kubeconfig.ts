/** Everything a client needs to reach a server as somebody. */
export interface KubeconfigOptions {
  /** With the path prefix of the cluster, where it has one. */
  readonly url: string
  /** PEM; absent for plain HTTP. */
  readonly authority?: string
  readonly name?: string
  readonly user?: string
  readonly token?: string
  /** PEM texts of a client certificate. */
  readonly client?: { readonly certificate: string; readonly key: string }
}

/** A kubeconfig in YAML, complete in itself: it refers to no other file. */
export function formatKubeconfig(options: KubeconfigOptions): string {
  const { url, authority, name = 'sitrep', user = 'admin', token, client } = options
  const lines = [
    'apiVersion: v1',
    'kind: Config',
    `current-context: ${quoted(name)}`,
    'clusters:',
    `  - name: ${quoted(name)}`,
    '    cluster:',
    `      server: ${url}`,
    ...(authority === undefined ? [] : [`      certificate-authority-data: ${base64(authority)}`]),
    'contexts:',
    `  - name: ${quoted(name)}`,
    '    context:',
    `      cluster: ${quoted(name)}`,
    `      user: ${quoted(user)}`,
    'users:',
    `  - name: ${quoted(user)}`,
    ...(token === undefined && client === undefined ? ['    user: {}'] : ['    user:']),
    ...(token === undefined ? [] : [`      token: ${token}`]),
    ...(client === undefined
      ? []
      : [
          `      client-certificate-data: ${base64(client.certificate)}`,
          `      client-key-data: ${base64(client.key)}`,
        ]),
  ]
  return `${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return /^[a-zA-Z][\w-]*$/.test(text) ? text : JSON.stringify(text)
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
