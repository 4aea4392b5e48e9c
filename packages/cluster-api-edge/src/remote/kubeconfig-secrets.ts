import {
  type OnFault,
  type ReadState,
  type Reflected,
  type Reflector,
  startReflector,
  type Timing,
} from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import type { KubeObject, ObjectRef } from '@sitrep/status'

/** What is known of the kubeconfig of one workload cluster. */
export type KubeconfigReading =
  | { readonly read: true; readonly text?: string }
  /** Without a reason: nobody has looked yet. */
  | { readonly read: false; readonly why?: string }

/** The kubeconfigs of workload clusters, by namespace and name of their Cluster. */
export interface KubeconfigSecrets {
  readonly get: (cluster: Pick<ObjectRef, 'namespace' | 'name'>) => KubeconfigReading
  /** Reads all of them again: until that is done nobody knows whether one that is not known is there. */
  readonly readAnew: () => void
  /** Another process looks after a Cluster from now on. */
  readonly forget: (cluster: string) => void
  readonly stop: () => Promise<void>
}

export interface KubeconfigSecretsOptions {
  readonly connection: Connection
  readonly timing: Timing
  readonly namespace?: string
  /** `<namespace>/<name>` of the Cluster whose kubeconfig came, changed or went; `every` when it became known whether any can be read. */
  readonly onChange: (cluster: string) => void
  /** Whether the Secrets can be read, as often as that is found out. */
  readonly onState?: (state: ReadState) => void
  readonly onFault?: OnFault
  /** Whether the kubeconfig of a Cluster is needed here. Default: all of them. */
  readonly keeps?: (cluster: Pick<ObjectRef, 'namespace' | 'name'>) => boolean
}

const secretType = 'cluster.x-k8s.io/secret'
const suffix = '-kubeconfig'
// Genuine ones take a few kilobytes. Reading what is very much larger would stop everything else for seconds.
const mostBytes = 256 * 1024

/** Follows the Secrets of Cluster API's own type and no others: whoever may read these need not be allowed to read all. */
export function kubeconfigSecrets(options: KubeconfigSecretsOptions): KubeconfigSecrets {
  const { connection, timing, namespace, onChange, keeps } = options
  const readings = new Map<string, KubeconfigReading>()
  let all: KubeconfigReading = { read: false }
  /** What the present reflector has shown. */
  let shown = new Set<string>()
  const ending: Promise<void>[] = []
  const take = (change: Reflected): void => {
    const metadata = 'gone' in change ? change.gone : change.object.metadata
    if (!metadata.name.endsWith(suffix)) return
    const cluster = keyOf(metadata).slice(0, -suffix.length)
    const name = metadata.name.slice(0, -suffix.length)
    const kept = keeps?.({ ...metadata, name }) !== false
    if ('gone' in change || !kept) readings.delete(cluster)
    else {
      readings.set(cluster, readingOf(change.object))
      shown.add(cluster)
    }
    if (kept) onChange(cluster)
  }
  const follow = (): Reflector =>
    startReflector({
      connection,
      resource: { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true, names: [] },
      scope: { fieldSelector: `type=${secretType}`, ...(namespace !== undefined && { namespace }) },
      timing,
      ...(options.onFault && { onFault: options.onFault }),
      onChanges: (changes) => {
        for (const change of changes) take(change)
      },
      onState: (state) => {
        options.onState?.(state)
        // A broken watch takes nothing back: the kubeconfigs that were read are the newest that are known.
        if (all.read || (!state.read && all.why === state.why)) return
        all = state.read ? { read: true } : { read: false, why: state.why }
        if (state.read)
          for (const cluster of readings.keys()) if (!shown.has(cluster)) readings.delete(cluster)
        onChange('every')
      },
    })
  let reflector = follow()
  return {
    get: ({ namespace: within = '', name }) => readings.get(`${within}/${name}`) ?? all,
    readAnew: () => {
      ending.push(reflector.stop())
      all = { read: false }
      shown = new Set()
      reflector = follow()
    },
    forget: (cluster) => readings.delete(cluster),
    stop: async () => {
      await Promise.all([...ending, reflector.stop()])
    },
  }
}

function readingOf(secret: KubeObject): KubeconfigReading {
  const value = (secret as { data?: { value?: unknown } }).data?.value
  if (typeof value !== 'string') return { read: false, why: 'its kubeconfig Secret has no key named value' }
  if (value.length > mostBytes) return { read: false, why: 'its kubeconfig Secret is too large' }
  return { read: true, text: Buffer.from(value, 'base64').toString('utf8') }
}

const keyOf = ({ namespace = '', name }: KubeObject['metadata']): string => `${namespace}/${name}`
