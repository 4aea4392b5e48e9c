import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, freePorts, startChild } from '../child.ts'
import { findPeer, howToGetPeers } from '../find-peer.ts'
import { type ProgramName, programNames } from './genuine-files.ts'

/** What a program does: all of its work, or nothing but admit and convert what others write. */
export type Duty = 'work' | 'admission'

/** What the programs of Cluster API need to run. */
export interface ProgramPlaces {
  /** Logs go there. */
  readonly dir: string
  readonly kubeconfig: string
  /** A folder with `tls.crt` and `tls.key` for the loopback. */
  readonly certificates: string
}

/** The genuine programs of Cluster API, one process each. */
export interface Programs {
  /** Where a program's webhooks listen, whether it runs or not. */
  readonly webhookPort: (program: ProgramName) => number
  /** Starts a program, or starts it anew with another duty; comes back once its webhooks answer. */
  readonly start: (program: ProgramName, duty?: Duty) => Promise<void>
  /** How often each controller of a program has looked at an object since it started, by the name of the controller. */
  readonly looks: (program: ProgramName) => Promise<ReadonlyMap<string, number>>
  /** The names of the Clusters whose workload clusters a program is connected to. */
  readonly connectedTo: (program: ProgramName) => Promise<ReadonlySet<string>>
  /** Cuts a workload cluster off, or makes it answer again. */
  readonly listener: (cluster: ClusterName, order: 'stop' | 'start') => Promise<void>
  /** Holds the in-memory provider still, so that what is asked of a workload cluster hangs; or lets it go on. */
  readonly hold: (order: 'SIGSTOP' | 'SIGCONT') => void
  /** Why one of them ended by itself, if one did. */
  readonly failure: () => string | undefined
  readonly stop: () => Promise<void>
}

/** The Cluster that a workload cluster belongs to. */
export interface ClusterName {
  readonly namespace: string
  readonly name: string
}

/** The programs that are missing, in one line that says how to get them; nothing where all are there. */
export function missingClusterApi(): string | undefined {
  const missing = programNames.filter((name) => findPeer(name) === undefined)
  return missing.length === 0 ? undefined : `${missing.join(', ')} not found: ${howToGetPeers}`
}

// The in-memory provider cannot be told to use another one.
const debugPort = 19_000

interface Ports {
  readonly webhook: number
  readonly health: number
  readonly diagnostics: number
}

/** Prepares the four programs; none runs yet. */
export async function openPrograms(places: ProgramPlaces): Promise<Programs> {
  if (await isListening(debugPort))
    throw new Error(`port ${debugPort} is taken: another in-memory provider runs, and there can be only one`)
  const free = await freePorts(3 * programNames.length)
  const ports = new Map(
    programNames.map((name, at): [ProgramName, Ports] => {
      const [webhook = 0, health = 0, diagnostics = 0] = free.slice(3 * at)
      return [name, { webhook, health, diagnostics }]
    }),
  )
  const portsOf = (name: ProgramName): Ports => ports.get(name) ?? { webhook: 0, health: 0, diagnostics: 0 }
  const metrics = (name: ProgramName): Promise<string> =>
    textAt(`http://127.0.0.1:${portsOf(name).diagnostics}/metrics`)
  const running = new Map<ProgramName, Child>()
  let starts = 0
  const failure = (): string | undefined =>
    [...running.values()].map((child) => child.failure()).find((why) => why !== undefined)
  return {
    webhookPort: (name) => portsOf(name).webhook,
    start: async (name, duty = 'work') => {
      await running.get(name)?.kill()
      const log = join(places.dir, `${String(++starts).padStart(2, '0')}-${name}-${duty}.log`)
      const args = argumentsOf({ ...places, ports: portsOf(name), duty })
      const child = startChild(required(name), args, { log, env: { POD_IP: '127.0.0.1' } })
      running.set(name, child)
      await ready(`http://127.0.0.1:${portsOf(name).health}/readyz`, child)
      // Its counters are asked for next, and answer a moment later.
      await ready(`http://127.0.0.1:${portsOf(name).diagnostics}/metrics`, child)
    },
    looks: async (name) => looksIn(await metrics(name)),
    connectedTo: async (name) => connectedIn(await metrics(name)),
    listener: async ({ namespace, name }, order) => {
      const path = `/namespaces/${namespace}/clusters/${name}/listener`
      await textAt(`http://127.0.0.1:${debugPort}${path}`, { method: 'POST', body: order })
    },
    hold: (order) => {
      const { pid } = running.get('cluster-api-in-memory') ?? {}
      if (pid !== undefined) process.kill(pid, order)
    },
    failure,
    stop: async () => {
      for (const child of [...running.values()].reverse()) await child.kill()
    },
  }
}

interface Run extends ProgramPlaces {
  readonly ports: Ports
  readonly duty: Duty
}

function argumentsOf({ kubeconfig, certificates, ports, duty }: Run): readonly string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--webhook-port=${ports.webhook}`,
    `--webhook-cert-dir=${certificates}`,
    `--health-addr=127.0.0.1:${ports.health}`,
    `--diagnostics-address=127.0.0.1:${ports.diagnostics}`,
    '--insecure-diagnostics=true',
    '--feature-gates=ClusterTopology=true,MachinePool=true',
    // Nobody's namespace: its controllers see no object, and its webhooks answer for all.
    ...(duty === 'admission' ? ['--namespace=of-nobody'] : []),
  ]
}

function required(name: ProgramName): string {
  const path = findPeer(name)
  if (path === undefined) throw new Error(`${name} not found: ${howToGetPeers}`)
  return path
}

async function ready(url: string, child: Child): Promise<void> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const failure = child.failure()
    if (failure !== undefined) throw new Error(failure)
    const answered = await fetch(url).catch(() => undefined)
    if (answered?.ok === true) return
    await sleep(100)
  }
  throw new Error(`${url} did not answer within two minutes`)
}

async function textAt(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return text
}

// Of its own counters: those of its framework count every look that is put off as one.
const looked = /^capi_reconcile_total\{controller="([^"]+)",.*\} (\S+)$/

function looksIn(metrics: string): ReadonlyMap<string, number> {
  const looks = new Map<string, number>()
  for (const line of metrics.split('\n')) {
    const [, controller, count] = looked.exec(line) ?? []
    if (controller !== undefined) looks.set(controller, (looks.get(controller) ?? 0) + Number(count))
  }
  return looks
}

const connected = /^capi_cluster_cache_connection_up\{cluster_name="([^"]+)",.*\} 1$/gm

const connectedIn = (metrics: string): ReadonlySet<string> =>
  new Set([...metrics.matchAll(connected)].map(([, cluster = '']) => cluster))

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
