import {
  EventRecorder,
  type OnFault,
  type Reflected,
  type Reflector,
  realTiming,
  ShardMember,
  startReflector,
  type Timing,
} from '@sitrep/controller'
import { type Connection, discover, type ServedResource } from '@sitrep/controller/connection'
import { type PassRules, passRules, withJitter } from '@sitrep/crossplane/managed'
import { kindKey, type Profile } from '@sitrep/status'
import { clockOf } from '../clock.ts'
import { secretPublisher } from '../connection-secret/secret-publisher.ts'
import type { ChangeLog } from '../pass/change-log.ts'
import type { NextPass, PassOptions, PassReport } from '../pass/pass-options.ts'
import { reconcileOnce } from '../pass/reconcile-once.ts'
import type { ManagedKind } from './managed-kind.ts'
import { createProviderMetrics, type ProviderMetrics } from './metrics.ts'
import { type ObjectName, objectApiOf } from './object-api.ts'
import { PassQueue } from './pass-queue.ts'
import { secretApiOf } from './secret-api.ts'
import { fingerprint } from './wake.ts'

/** How a provider runs. */
export interface ProviderOptions {
  readonly connection: Connection
  readonly kinds: readonly ManagedKind[]
  /** Which language is spoken. Default: the document's. */
  readonly profile?: Profile
  /** Whether UpToDate is said beside Ready and Synced. Default: in the document's language. */
  readonly upToDate?: boolean
  /** Who of several processes works; left out, this one does without asking. */
  readonly lease?: { readonly namespace: string; readonly name: string; readonly identity: string }
  readonly managementPolicies?: 'followed' | 'ignored'
  readonly pollMs?: number
  readonly minPollMs?: number
  readonly jitterMs?: number
  readonly timeoutMs?: number
  readonly creationGraceMs?: number
  /** Passes under way at the same time. */
  readonly concurrency?: number
  /** How many passes may begin in a second, over all objects. */
  readonly perSecond?: number
  readonly changeLog?: ChangeLog
  readonly timing?: Timing
  /** Told of every pass. */
  readonly onPass?: (report: PassReport) => void
  /** Told what went wrong without an answer of its own. */
  readonly onError?: (what: string, error: unknown) => void
}

/** A provider at work. */
export interface Provider {
  readonly metrics: ProviderMetrics
  /** Ends passes under way and gives the lease back. */
  readonly stop: () => Promise<void>
}

/** Watches managed resources of some kinds and keeps what is behind them as they want it. Refuses kinds that the server does not serve. */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const served = await discover(options.connection)
  const resources = options.kinds.map((managed) => {
    const resource = served.get(managed.kind)
    if (resource === undefined) throw new TypeError(`the API server does not serve ${kindKey(managed.kind)}`)
    return { managed, resource }
  })
  return new RunningProvider(options, resources)
}

interface ServedKind {
  readonly managed: ManagedKind
  readonly resource: ServedResource
}

interface Known extends ServedKind {
  readonly name: ObjectName
  fingerprint: string
  /** For which generation updates were asked for in a row, and how many. */
  updates: { generation: number | undefined; count: number }
}

// Nobody else may have the lease yet; whose turn it is changes within seconds.
const askAgainMs = 3_000

class RunningProvider implements Provider {
  readonly metrics: ProviderMetrics = createProviderMetrics()
  readonly #options: ProviderOptions
  readonly #timing: Timing
  readonly #rules: PassRules
  readonly #known: Map<string, Known> = new Map()
  readonly #events: EventRecorder
  readonly #member: ShardMember | undefined
  readonly #queue: PassQueue
  readonly #reflectors: readonly Reflector[]

  constructor(options: ProviderOptions, kinds: readonly ServedKind[]) {
    this.#options = options
    this.#timing = options.timing ?? realTiming
    this.#rules = passRules(
      options.profile ?? 'proposal',
      options.upToDate === undefined ? {} : { upToDate: options.upToDate },
    )
    this.#events = this.#eventRecorder()
    this.#member = this.#shardMember()
    const { concurrency = 10, perSecond = 10 } = options
    this.#queue = new PassQueue({
      timing: this.#timing,
      concurrency,
      allowance: { burst: perSecond * 10, everyMs: 1_000 / perSecond },
      pass: (key) => this.#pass(key),
      onFault: this.#onFault,
    })
    this.metrics.setQueueDepth(() => this.#queue.depth)
    this.#member?.start()
    this.#reflectors = kinds.map((kind) => this.#follow(kind))
  }

  readonly stop = async (): Promise<void> => {
    await Promise.all(this.#reflectors.map((reflector) => reflector.stop()))
    await this.#queue.stop()
    await this.#events.stop()
    await this.#member?.stop()
  }

  readonly #onFault: OnFault = ({ what, name, error }) =>
    this.#options.onError?.(`${what} (${name}) failed`, error)

  #eventRecorder(): EventRecorder {
    const { connection, lease } = this.#options
    const instance = lease?.identity ?? 'provider'
    return new EventRecorder({
      connection,
      timing: this.#timing,
      controller: 'sitrep-provider',
      instance,
      onFault: this.#onFault,
    })
  }

  #shardMember(): ShardMember | undefined {
    const { connection, lease, onError } = this.#options
    if (lease === undefined) return undefined
    const { namespace, name: group, identity } = lease
    return new ShardMember({
      connection,
      timing: this.#timing,
      namespace,
      group,
      identity,
      seats: 1,
      onError: (error) => onError?.('the lease cannot be kept', error),
      onFault: this.#onFault,
    })
  }

  #follow(kind: ServedKind): Reflector {
    return startReflector({
      connection: this.#options.connection,
      resource: kind.resource,
      timing: this.#timing,
      onFault: this.#onFault,
      onChanges: (changes) => {
        for (const change of changes) this.#heard(kind, change)
      },
      onState: (state) => {
        if (!state.read) this.#options.onError?.(`${kindKey(kind.managed.kind)} cannot be read`, state.error)
      },
    })
  }

  #heard(kind: ServedKind, change: Reflected): void {
    const { namespace, name } = 'gone' in change ? change.gone : change.object.metadata
    const key = `${kindKey(kind.managed.kind)}|${namespace ?? ''}|${name}`
    if ('gone' in change) {
      this.#known.delete(key)
      return
    }
    const known = this.#known.get(key)
    const seen = fingerprint(change.object)
    if (known?.fingerprint === seen) return
    const objectName = { ...(namespace !== undefined && { namespace }), name }
    this.#known.set(key, {
      ...kind,
      name: objectName,
      fingerprint: seen,
      updates: known?.updates ?? { generation: undefined, count: 0 },
    })
    this.#queue.add(key)
  }

  async #pass(key: string): Promise<NextPass> {
    const known = this.#known.get(key)
    if (known === undefined) return { due: 'none' }
    if (this.#member?.owns(key) === false) return { due: 'after', milliseconds: askAgainMs }
    const began = this.#timing.elapsed()
    const report = await reconcileOnce(this.#passOptions(known))
    const generation = report.before?.metadata.generation
    const count = report.updated ? (known.updates.generation === generation ? known.updates.count : 0) + 1 : 0
    known.updates = { generation, count }
    this.metrics.observePass(known.managed.kind, report, {
      lastedMs: this.#timing.elapsed() - began,
      ended: this.#timing.now(),
    })
    if (report.next.due === 'error')
      this.#options.onError?.(`${key} could not be reconciled`, report.next.error)
    this.#options.onPass?.(report)
    return report.next
  }

  #passOptions({ managed, resource, name, updates }: Known): PassOptions {
    const { connection, pollMs = 60_000, minPollMs = 0, jitterMs = 0, timeoutMs = 60_000 } = this.#options
    const clock = clockOf(this.#timing)
    const secrets = managed.connectionSecrets ?? (resource.namespaced ? 'own-namespace' : 'named-namespace')
    const about = objectApiOf(connection, resource, name)
    return {
      api: about,
      connector: managed.connector,
      ...(managed.initializers !== undefined && { initializers: managed.initializers }),
      references: managed.references,
      changeLog: this.#options.changeLog,
      publisher:
        secrets === 'none'
          ? { publish: async () => {}, unpublish: async () => {} }
          : secretPublisher({
              secrets: secretApiOf(connection),
              clock,
              namespace: secrets === 'own-namespace' ? 'own' : 'named',
              retries: this.#rules.retries,
            }),
      clock,
      rules: this.#rules,
      settings: {
        managementPolicies: this.#options.managementPolicies ?? 'followed',
        unsetPolicies: 'everything',
        deletionPolicy: managed.deletionPolicy ?? 'none',
        deterministicName: managed.deterministicName ?? false,
        requests: 'kept',
        creationGraceMs: this.#options.creationGraceMs ?? 30_000,
        promptUpdates: 5,
      },
      poll: { pollMs: managed.pollMs ?? pollMs, minPollMs },
      pollHook:
        managed.pollHook ?? ((_object, interval) => withJitter(interval, jitterMs, this.#timing.random())),
      timeoutMs,
      updatesInARow: updates.count,
      tell: ({ type, reason, message, externalName }, object) =>
        this.#events.tell(object, {
          type,
          reason,
          note: message,
          action: 'Reconcile',
          annotations: { 'external-name': externalName },
        }),
      complain: (what, error) => this.#options.onError?.(what, error),
    }
  }
}
