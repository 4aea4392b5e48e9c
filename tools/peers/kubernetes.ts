import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, freePorts, startChild } from './child.ts'
import { findPeer, howToGetPeers } from './find-peer.ts'

/** A user that the server knows by a bearer token. */
export interface TokenUser {
  readonly token: string
  readonly user: string
  readonly groups: readonly string[]
}

export interface KubernetesOptions {
  /** A folder of our own: store, certificates, logs and kubeconfig go there. It is not removed. */
  readonly dir: string
  /** Controllers to run beside the server, in the words of `--controllers`; none when absent. */
  readonly controllers?: readonly string[]
  /** Users besides the administrator. */
  readonly users?: readonly TokenUser[]
}

/** A genuine Kubernetes control plane on the loopback. */
export interface Kubernetes {
  readonly url: string
  readonly kubeconfig: string
  /** The administrator's bearer token. */
  readonly token: string
  /** PEM of the certificate that the server shows. */
  readonly ca: string
  /** Ends all its processes at once. */
  stop(): Promise<void>
}

/** The programs that `startKubernetes` needs, or one line that says which are missing and how to get them. */
export function missingKubernetes(): string | undefined {
  const missing = ['etcd', 'kube-apiserver', 'kube-controller-manager'].filter(
    (name) => findPeer(name) === undefined,
  )
  return missing.length === 0 ? undefined : `${missing.join(', ')} not found: ${howToGetPeers}`
}

/** The controllers without which deletion never finishes: those that an API server alone does not bring. */
export const lifecycleControllers = [
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
] as const

/** Starts etcd, kube-apiserver and, where asked for, kube-controller-manager; resolves when requests are answered. */
export async function startKubernetes(options: KubernetesOptions): Promise<Kubernetes> {
  const { dir, controllers = [], users = [] } = options
  mkdirSync(dir, { recursive: true })
  const [client = 0, peer = 0, secure = 0] = await freePorts(3)
  const token = randomBytes(16).toString('hex')
  const paths = writeCredentials(dir, [
    { token, user: 'kubernetes-admin', groups: ['system:masters'] },
    ...users,
  ])
  const url = `https://127.0.0.1:${secure}`
  const children: Child[] = []
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) await child.kill()
  }
  try {
    children.push(startEtcd(dir, { client, peer }))
    children.push(startApiServer(dir, { paths, etcd: client, secure }))
    await ready({ url, token, certificate: paths.certificate, children })
    const ca = readFileSync(paths.certificate, 'utf8')
    writeKubeconfig(paths.kubeconfig, { url, token, ca })
    if (controllers.length > 0) children.push(startControllers(dir, paths, controllers))
    return { url, token, ca, kubeconfig: paths.kubeconfig, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Paths {
  readonly tokens: string
  readonly signingKey: string
  readonly certificates: string
  readonly certificate: string
  readonly kubeconfig: string
}

function writeCredentials(dir: string, users: readonly TokenUser[]): Paths {
  const certificates = join(dir, 'certificates')
  const paths = {
    tokens: join(dir, 'tokens.csv'),
    signingKey: join(dir, 'service-account.key'),
    certificates,
    certificate: join(certificates, 'apiserver.crt'),
    kubeconfig: join(dir, 'kubeconfig'),
  }
  const lines = users.map(({ token, user, groups }) => `${token},${user},,"${groups.join(',')}"`)
  writeFileSync(paths.tokens, `${lines.join('\n')}\n`, { mode: 0o600 })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(paths.signingKey, privateKey.export({ type: 'sec1', format: 'pem' }), { mode: 0o600 })
  return paths
}

function startEtcd(dir: string, ports: { readonly client: number; readonly peer: number }): Child {
  const [client, peer] = [`http://127.0.0.1:${ports.client}`, `http://127.0.0.1:${ports.peer}`]
  const args = [
    `--data-dir=${join(dir, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ]
  return startChild(required('etcd'), args, join(dir, 'etcd.log'))
}

interface ApiServerSettings {
  readonly paths: Paths
  readonly etcd: number
  readonly secure: number
}

function startApiServer(dir: string, { paths, etcd, secure }: ApiServerSettings): Child {
  const args = [
    `--etcd-servers=http://127.0.0.1:${etcd}`,
    `--secure-port=${secure}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--cert-dir=${paths.certificates}`,
    `--token-auth-file=${paths.tokens}`,
    '--authorization-mode=RBAC',
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${paths.signingKey}`,
    `--service-account-signing-key-file=${paths.signingKey}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    '--allow-privileged=true',
    // There is no kubelet that would need the token it injects, and it refuses Pods until its controller has run.
    '--disable-admission-plugins=ServiceAccount',
    '--endpoint-reconciler-type=none',
  ]
  return startChild(required('kube-apiserver'), args, join(dir, 'kube-apiserver.log'))
}

function startControllers(dir: string, paths: Paths, controllers: readonly string[]): Child {
  const args = [
    `--kubeconfig=${paths.kubeconfig}`,
    `--controllers=${controllers.join(',')}`,
    `--service-account-private-key-file=${paths.signingKey}`,
    `--root-ca-file=${paths.certificate}`,
    '--leader-elect=false',
    '--secure-port=0',
  ]
  return startChild(required('kube-controller-manager'), args, join(dir, 'kube-controller-manager.log'))
}

function required(name: string): string {
  const path = findPeer(name)
  if (path === undefined) throw new Error(`${name} not found: ${howToGetPeers}`)
  return path
}

interface Startup {
  readonly url: string
  readonly token: string
  readonly certificate: string
  readonly children: readonly Child[]
}

/** Ready means: /readyz says ok and the default Namespace is there, as clients expect of a running cluster. */
async function ready({ url, token, certificate, children }: Startup): Promise<void> {
  const deadline = Date.now() + 90_000
  while (Date.now() < deadline) {
    for (const child of children) {
      const failure = child.failure()
      if (failure !== undefined) throw new Error(failure)
    }
    if (existsSync(certificate)) {
      const ask = { token, ca: readFileSync(certificate, 'utf8') }
      if ((await status(`${url}/readyz`, ask)) === 200) {
        if ((await status(`${url}/api/v1/namespaces/default`, ask)) === 200) return
      }
    }
    await sleep(100)
  }
  throw new Error(`kube-apiserver at ${url} was not ready after 90 seconds`)
}

function status(url: string, { token, ca }: { token: string; ca: string }): Promise<number | undefined> {
  return new Promise((resolve) => {
    request(url, { ca, agent: false, headers: { authorization: `Bearer ${token}` } })
      .on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', () => resolve(undefined))
      .end()
  })
}

function writeKubeconfig(path: string, { url, token, ca }: { url: string; token: string; ca: string }): void {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'peer',
        cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
      },
    ],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'peer', context: { cluster: 'peer', user: 'admin' } }],
    'current-context': 'peer',
  }
  // JSON is YAML: every client reads it.
  writeFileSync(path, JSON.stringify(config, null, 2), { mode: 0o600 })
}
