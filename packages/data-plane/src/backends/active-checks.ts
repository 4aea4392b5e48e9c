import { request as requestInClear } from 'node:http'
import { request as requestByTls } from 'node:https'
import { connect } from 'node:net'
import type { SecureContext } from 'node:tls'
import { Background, type OnFault } from '@sitrep/controller'
import type { Site } from '../data-plane.ts'
import type { MadeOnce } from '../made-once.ts'
import type { Timers } from '../timers.ts'
import { backendTls, type SpokenTls } from './backend-tls.ts'
import type { Health } from './health.ts'
import { endpointName } from './upstreams.ts'

/** How endpoints are checked besides the traffic that they get. */
export interface ActiveCheckSettings {
  readonly everyMs: number
  readonly withinMs: number
  /** Asked by GET, and good where a status below 400 comes back. Absent: that a connection is taken is enough. */
  readonly path?: string
}

/** What checks need. */
export interface ActiveCheckOptions {
  readonly settings: ActiveCheckSettings
  readonly sites: () => readonly Site[]
  readonly health: Health
  readonly contexts: MadeOnce<SecureContext>
  readonly timers: Timers
  readonly onFault?: OnFault | undefined
}

interface Target {
  readonly name: string
  readonly address: string
  readonly port: number
  readonly spoken: SpokenTls | undefined
}

const atOneTime = 64

const task = { what: 'checking endpoints', about: 'process', name: 'data plane' } as const

/** Checks every endpoint of every site again and again; returns what ends that. */
export function startActiveChecks(options: ActiveCheckOptions): () => void {
  const { settings, health, timers } = options
  const background = new Background(options.onFault)
  let ended = false
  let cancel = (): void => {}

  const round = async (): Promise<void> => {
    const waiting = targetsOf(options)
    const checkNext = async (): Promise<void> => {
      for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
        const passed = await check(target, settings)
        if (!ended) health.checked(target.name, passed ? 'passed' : 'not passed')
      }
    }
    await Promise.all(Array.from({ length: atOneTime }, checkNext))
    if (!ended) again()
  }
  const again = (): void => {
    cancel = timers.after(settings.everyMs, () => background.run(task, round))
  }
  again()
  return () => {
    ended = true
    cancel()
  }
}

function targetsOf({ sites, contexts }: ActiveCheckOptions): Target[] {
  const targets = sites().flatMap(({ configuration: { spec }, materials }) =>
    Object.entries(spec.backends)
      .filter(([, { transport }]) => transport === 'TCP')
      .flatMap(([place, { endpoints, tls }]) =>
        endpoints.map((endpoint) => ({
          ...endpoint,
          name: endpointName(place, endpoint),
          spoken: tls && backendTls(tls, { materials, clientCertificate: spec.clientCertificate, contexts }),
        })),
      ),
  )
  // A Service behind two Gateways is asked once.
  return [...new Map(targets.map((target) => [target.name, target])).values()]
}

// Never rejects: whatever goes wrong, the endpoint has not passed.
function check(target: Target, { path, withinMs }: ActiveCheckSettings): Promise<boolean> {
  return path === undefined ? takesConnection(target, withinMs) : answers(target, { path, withinMs })
}

function takesConnection({ address, port }: Target, withinMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host: address, port, timeout: withinMs })
  const end = (passed: boolean) => (): void => {
    resolve(passed)
    socket.destroy()
  }
  socket
    .once('connect', end(true))
    .once('timeout', end(false))
    .on('error', end(false))
    .once('close', end(false))
  return promise
}

function answers(
  { address, port, spoken }: Target,
  { path, withinMs }: { readonly path: string; readonly withinMs: number },
): Promise<boolean> {
  if (spoken !== undefined && 'answer' in spoken) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settings = { host: address, port, path, agent: false as const, signal: AbortSignal.timeout(withinMs) }
  const request =
    spoken === undefined ? requestInClear(settings) : requestByTls({ ...settings, ...spoken.tls })
  request.once('response', (response) => {
    resolve((response.statusCode ?? 500) < 400)
    response.on('error', () => {})
    request.destroy()
  })
  request.on('error', () => resolve(false)).once('close', () => resolve(false))
  request.end()
  return promise
}
