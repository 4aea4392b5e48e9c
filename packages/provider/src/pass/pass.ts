import {
  afterStep,
  annotations,
  type ExternalState,
  type Failure,
  managedFinalizer,
  observeManagedObject,
  type PassFacts,
  type PassStep,
  reconcileRequestOf,
  unread,
} from '@sitrep/crossplane/managed'
import type { KubeObject } from '@sitrep/status'
import { failedAt, httpStatusOf, ProviderError, textOf } from '../errors.ts'
import type { ConnectionDetails, ExternalClient, ExternalObservation } from '../external/external-client.ts'
import type { ChangeLogEntry } from './change-log.ts'
import { mergeFields } from './merge-fields.ts'
import { PassObject } from './pass-object.ts'
import type { PassOptions } from './pass-options.ts'
import { annotationsWritten, written } from './written.ts'

/** The two deadlines of a pass: for its own requests, and for the calls of the provider. */
export interface PassSignals {
  readonly signal: AbortSignal
  readonly external: AbortSignal
}

/** A pass under way: it takes the steps that it is told to and remembers what they came to. */
export class Pass {
  readonly #options: PassOptions
  readonly #signals: PassSignals
  readonly #steps: Readonly<Record<PassStep, () => Promise<void>>>
  facts: PassFacts
  before: KubeObject | undefined
  /** The external name as it stands on events. */
  toldName = ''
  /** The request to reconcile that this pass answers. */
  request: string | undefined
  #object: PassObject | undefined
  #client: ExternalClient | undefined
  #observation: ExternalObservation = { exists: false }
  #observedObject: KubeObject | undefined
  #created: ConnectionDetails = {}
  #updated: ConnectionDetails = {}

  constructor(options: PassOptions, signals: PassSignals) {
    this.#options = options
    this.#signals = signals
    this.facts = { ...unread, updatesInARow: options.updatesInARow ?? 0 }
    this.#steps = this.#allSteps()
  }

  /** The object in memory; asked for only once it was read. */
  get object(): PassObject {
    if (this.#object === undefined) throw new TypeError('a pass has no object before it was read')
    return this.#object
  }

  get isRead(): boolean {
    return this.#object !== undefined
  }

  /** Takes one step; whatever goes wrong in it is a fact. */
  async take(step: PassStep): Promise<void> {
    const went = await this.#went(step)
    this.facts = afterStep(this.facts, step, {
      object: this.#object && observeManagedObject(this.#object.object, this.#options.settings),
      went,
      observed: step === 'observe' ? this.#observed() : undefined,
      saidReady: this.#object?.saidReady,
      now: this.#options.clock.now(),
      settings: this.#options.settings,
    })
  }

  /** Ends the connection, where there is one. What goes wrong is told and changes nothing. */
  async disconnect(): Promise<void> {
    if (this.#client === undefined) return
    for (const end of [this.#options.connector, this.#client]) {
      try {
        await end.disconnect?.(this.#signals.signal)
      } catch (error) {
        this.tell('Warning', 'CannotDisconnectFromProvider', textOf(error))
      }
    }
  }

  tell(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#options.tell({ type, reason, message, externalName: this.toldName }, this.object.object)
  }

  async #went(step: PassStep): Promise<'well' | Failure> {
    try {
      await this.#steps[step]()
      return 'well'
    } catch (error) {
      const status = httpStatusOf(error)
      return { text: textOf(error), conflict: status === 409, missing: status === 404 }
    }
  }

  #allSteps(): Readonly<Record<PassStep, () => Promise<void>>> {
    return {
      read: () => this.#read(),
      'note-request': async () => {
        this.request = reconcileRequestOf(this.object.object.metadata.annotations ?? {})
        this.tell('Normal', 'ReconcileRequestHandled', 'Handling reconcile request')
      },
      initialize: () => this.#initialize(),
      'resolve-references': () => this.#resolveReferences(),
      connect: async () => {
        this.#client = await this.#options.connector.connect(this.object, this.#signals.external)
      },
      observe: async () => {
        this.#observation = await this.#connected().observe(this.object, this.#signals.external)
        this.#observedObject = this.object.object
      },
      delete: () => this.#changed('delete'),
      unpublish: () =>
        this.#publisher().unpublish(this.object.object, this.#observedDetails(), this.#signals.signal),
      'remove-finalizer': () => this.#removeFinalizer(),
      'publish-observed': () => this.#publish(this.#observedDetails()),
      'add-finalizer': () => this.#addFinalizer(),
      'record-pending': () => this.#recordPending(),
      create: () => this.#changed('create'),
      'record-failed': () => this.#recordEnd('create-failed'),
      'record-succeeded': () => this.#recordEnd('create-succeeded'),
      'publish-created': () => this.#publish(this.#created),
      'late-initialize': () => this.#write('late-init'),
      update: () => this.#changed('update'),
      'publish-updated': () => this.#publish(this.#updated),
    }
  }

  async #read(): Promise<void> {
    const { api, clock, rules } = this.#options
    this.before = await api.read({ purpose: 'pass', signal: this.#signals.signal })
    this.#object = new PassObject(this.before, { now: clock.now, sayings: rules.sayings })
    this.toldName = this.object.externalName
  }

  async #initialize(): Promise<void> {
    if (this.object.externalName === '') {
      this.object.externalName = this.object.object.metadata.name
      await at('cannot update managed resource', this.#write('external-name'))
    }
    for (const initialize of this.#options.initializers ?? [])
      await initialize(this.object, this.#signals.signal)
  }

  async #resolveReferences(): Promise<void> {
    const { references, api } = this.#options
    const { signal } = this.#signals
    if (references === undefined) return
    const before = this.object.object
    const spec = await at('cannot resolve references', references(before, signal))
    if (spec === undefined || isSame(mergeFields(before.spec, spec), before.spec)) return
    this.object.setSpec(spec)
    const stored = api.applySpec(spec, { purpose: 'references', signal })
    this.object.answered(await at('cannot patch the managed resource via server-side apply', stored))
  }

  async #addFinalizer(): Promise<void> {
    const { finalizers = [] } = this.object.object.metadata
    if (finalizers.includes(managedFinalizer)) return
    this.object.setFinalizers([...finalizers, managedFinalizer])
    await at('cannot update object', this.#write('add-finalizer'))
  }

  async #removeFinalizer(): Promise<void> {
    const { finalizers = [] } = this.object.object.metadata
    if (!finalizers.includes(managedFinalizer)) return
    this.object.setFinalizers(finalizers.filter((finalizer) => finalizer !== managedFinalizer))
    try {
      await this.#write('remove-finalizer')
    } catch (error) {
      // Whoever is gone has no finalizer either.
      if (httpStatusOf(error) !== 404) throw failedAt('cannot update object', error)
    }
  }

  // Not retried: a conflict means that this pass decided to create on the strength of something old.
  async #recordPending(): Promise<void> {
    this.object.annotate({ [annotations.createPending]: this.#second() })
    await at('cannot update managed resource', this.#write('create-pending'))
  }

  async #recordEnd(purpose: 'create-succeeded' | 'create-failed'): Promise<void> {
    const name = purpose === 'create-failed' ? annotations.createFailed : annotations.createSucceeded
    this.object.annotate({ [name]: this.#second() })
    const writing = annotationsWritten(this.object, purpose, {
      ...this.#options,
      signal: this.#signals.signal,
    })
    await at('cannot update managed resource annotations', writing)
  }

  async #changed(operation: ChangeLogEntry['operation']): Promise<void> {
    const client = this.#connected()
    this.object.takeDetails()
    try {
      const change = await client[operation](this.object, this.#signals.external)
      const details = change?.connectionDetails ?? {}
      if (operation === 'create') this.#created = details
      if (operation === 'update') this.#updated = details
    } catch (error) {
      await this.#log(operation, textOf(error))
      throw error
    }
    // The other side may have chosen the name.
    if (operation === 'create') this.toldName = this.object.externalName
    await this.#log(operation, undefined)
  }

  async #log(operation: ChangeLogEntry['operation'], error: string | undefined): Promise<void> {
    const before = this.#observedObject ?? this.object.object
    try {
      await this.#options.changeLog?.record({ operation, error, details: this.object.takeDetails(), before })
    } catch (failure) {
      this.#options.complain?.('cannot record change log entry', failure)
    }
  }

  #write(
    purpose: 'external-name' | 'add-finalizer' | 'remove-finalizer' | 'create-pending' | 'late-init',
  ): Promise<void> {
    return written(this.object, purpose, { api: this.#options.api, signal: this.#signals.signal })
  }

  #publish(details: ConnectionDetails): Promise<void> {
    return this.#publisher().publish(this.object.object, details, this.#signals.signal)
  }

  #publisher(): NonNullable<PassOptions['publisher']> {
    const { publisher } = this.#options
    if (publisher !== undefined) return publisher
    throw new ProviderError('not-offered', 'managed resource does not implement connection details')
  }

  #connected(): ExternalClient {
    if (this.#client === undefined)
      throw new TypeError('a pass observes and changes nothing before it is connected')
    return this.#client
  }

  #observedDetails(): ConnectionDetails {
    return this.#observation.connectionDetails ?? {}
  }

  #observed(): ExternalState {
    const { exists, upToDate, lateInitialized, inProgress, diff } = this.#observation
    return {
      exists,
      upToDate: upToDate === true,
      lateInitialized: lateInitialized === true,
      inProgress: inProgress === true,
      diff: diff ?? '',
    }
  }

  // The annotations hold whole seconds.
  #second(): string {
    return `${this.#options.clock.now().slice(0, 19)}Z`
  }
}

/** What is waited for; what goes wrong says at what. */
async function at<Result>(what: string, waitedFor: Promise<Result>): Promise<Result> {
  try {
    return await waitedFor
  } catch (error) {
    throw failedAt(what, error)
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
