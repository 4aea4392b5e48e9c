import type { Condition, ConditionStatus } from '@sitrep/conditions'
import type {
  ExternalClient,
  ExternalConnector,
  Initializer,
  ManagedResource,
  ReferenceResolver,
} from '../external/external-client.ts'
import type { CaseCondition, PlayedCall, Situation } from './case.testing.ts'
import { errorOf, type PlayedTime } from './played-time.testing.ts'

/** A provider that does what a case says. */
export class PlayedProvider {
  lastCall = ''
  readonly #situation: Situation
  readonly #time: PlayedTime
  readonly #log: string[]

  constructor(situation: Situation, time: PlayedTime, log: string[]) {
    this.#situation = situation
    this.#time = time
    this.#log = log
  }

  readonly connector = (): ExternalConnector => ({
    connect: async (resource, signal) => {
      this.#play('connect', this.#situation.connect, { resource, signal })
      return this.#client()
    },
    ...(this.#situation.connectorDisconnect !== undefined && {
      disconnect: async (signal: AbortSignal) => {
        this.#play('connector-disconnect', this.#situation.connectorDisconnect, { signal })
      },
    }),
  })

  readonly initializers = (): readonly Initializer[] => {
    const { initialize } = this.#situation
    if (initialize === undefined) return []
    return [async (resource, signal) => this.#goThrough(initialize, { resource, signal })]
  }

  readonly references = (): ReferenceResolver | undefined => {
    const { references } = this.#situation
    if (references === undefined) return undefined
    return async (_object, signal) => {
      this.#goThrough(references, { signal })
      return references.ref === undefined ? undefined : { ref: references.ref }
    }
  }

  #client(): ExternalClient {
    const { observe = {}, create, update, delete: deletion, disconnect } = this.#situation
    return {
      observe: async (resource, signal) => {
        this.#play('observe', observe, { resource, signal })
        const { exists = false, upToDate = false, lateInitialized = false, diff = '', details = {} } = observe
        return { exists, upToDate, lateInitialized, diff, connectionDetails: details }
      },
      create: async (resource, signal) => this.#change('create', create, { resource, signal }),
      update: async (resource, signal) => this.#change('update', update, { resource, signal }),
      delete: async (resource, signal) => {
        this.#change('delete', deletion, { resource, signal })
      },
      disconnect: async (signal) => this.#play('disconnect', disconnect, { signal }),
    }
  }

  #change(
    name: string,
    call: PlayedCall | undefined,
    on: CalledOn,
  ): { connectionDetails: Record<string, string> } {
    on.resource?.addDetails(call?.additional ?? {})
    this.#play(name, call, on)
    return { connectionDetails: { ...call?.details } }
  }

  #play(name: string, call: PlayedCall = {}, on: CalledOn): void {
    this.#log.push(name)
    this.lastCall = name
    this.#goThrough(call, on)
  }

  #goThrough(call: PlayedCall, { resource, signal }: CalledOn): void {
    if (resource !== undefined) changeObject(resource, call)
    this.#time.pass(call, signal)
    if (call.err !== undefined) throw errorOf(call.err)
  }
}

interface CalledOn {
  readonly resource?: ManagedResource
  readonly signal: AbortSignal
}

function changeObject(resource: ManagedResource, { conditions = [], late, at, name }: PlayedCall): void {
  for (const condition of conditions) resource.say(spoken(condition))
  if (late !== undefined) resource.fillIn({ late })
  if (at !== undefined) resource.setStatus({ at })
  if (name !== undefined) resource.externalName = name
}

const spoken = ([type, status, reason, message, observedGeneration]: CaseCondition): Condition => ({
  type,
  status: status as ConditionStatus,
  reason,
  message,
  ...(observedGeneration > 0 && { observedGeneration }),
})
