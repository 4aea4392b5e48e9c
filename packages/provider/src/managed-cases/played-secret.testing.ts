import { connectionSecretType } from '@sitrep/crossplane/managed'
import type { KubeObject } from '@sitrep/status'
import type { Clock } from '../clock.ts'
import type { ConnectionPublisher, ConnectionSecret, SecretApi } from '../connection-secret/publisher.ts'
import { secretPublisher } from '../connection-secret/secret-publisher.ts'
import type { ConnectionDetails } from '../external/external-client.ts'
import type { CaseSecret, Situation } from './case.testing.ts'
import { errorOf, type Faults, markOf } from './played-time.testing.ts'

/** The secret as it is stored before the pass. */
export function storedSecret({ data = {}, owner = 'none', type }: CaseSecret): ConnectionSecret {
  const uid = owner === 'self' ? 'uid-web' : 'uid-other'
  const owners = owner === 'none' ? [] : [{ kind: 'Thing', name: 'web', uid, controller: true }]
  return { namespace: 'default', name: 'conn', type: type ?? connectionSecretType, owners, data }
}

/** An API server with one secret, whose requests go wrong as a case says. */
export class PlayedSecret implements SecretApi {
  stored: ConnectionSecret | undefined
  readonly #faults: Faults
  readonly #log: string[]

  constructor(secret: ConnectionSecret | undefined, faults: Faults, log: string[]) {
    this.stored = secret
    this.#faults = faults
    this.#log = log
  }

  readonly read: SecretApi['read'] = async (_ref, signal) => {
    const fault = this.#faults.meet('secret-get', signal)
    if (fault !== undefined && fault.code !== 404) throw errorOf(fault)
    return fault === undefined ? this.stored : undefined
  }

  readonly create: SecretApi['create'] = (secret, signal) =>
    this.#write('secret-create', signal, () => {
      this.stored = secret
    })

  readonly patch: SecretApi['patch'] = (secret, signal) =>
    this.#write('secret-patch', signal, () => {
      this.stored = { ...secret, data: { ...this.stored?.data, ...secret.data } }
    })

  async #write(what: string, signal: AbortSignal, store: () => void): Promise<void> {
    try {
      const fault = this.#faults.meet(what, signal)
      if (fault !== undefined) throw errorOf(fault)
      store()
      this.#log.push(what)
    } catch (error) {
      this.#log.push(`${what}${markOf(error)}`)
      throw error
    }
  }
}

interface PublisherParts {
  readonly situation: Situation
  readonly secret: PlayedSecret
  readonly faults: Faults
  readonly clock: Clock
  readonly log: string[]
  readonly retries: 'careful' | 'forgetful'
  /** Which call of the provider the details come from. */
  readonly lastCall: () => string
}

/** The publisher of a case: the real one, one that is only played, or none. */
export function publisherOf(parts: PublisherParts): ConnectionPublisher | undefined {
  const { situation, log } = parts
  if (situation.kind === 'bare') return undefined
  const inner = situation.realSecret === true ? realPublisher(parts) : playedPublisher(parts)
  return {
    publish: (object, details, signal) => {
      log.push(wordsOf('publish', details))
      return inner.publish(object, details, signal)
    },
    unpublish: (object, details, signal) => {
      log.push(wordsOf('unpublish', details))
      return inner.unpublish(object, details, signal)
    },
  }
}

const wordsOf = (what: string, details: ConnectionDetails): string =>
  [what, Object.keys(details).sort().join(',')].filter((word) => word !== '').join(' ')

const realPublisher = ({ situation, secret, clock, retries }: PublisherParts): ConnectionPublisher =>
  secretPublisher({
    secrets: secret,
    clock,
    retries,
    namespace: situation.kind === 'legacy' ? 'named' : 'own',
  })

const publishNames: Readonly<Record<string, string>> = {
  observe: 'publish-observed',
  create: 'publish-created',
  update: 'publish-updated',
}

function playedPublisher({ faults, lastCall }: PublisherParts): ConnectionPublisher {
  const play = async (at: string, signal: AbortSignal): Promise<void> => {
    const fault = faults.meet(at, signal)
    if (fault !== undefined) throw errorOf(fault)
  }
  return {
    publish: (_object: KubeObject, _details, signal) =>
      play(publishNames[lastCall()] ?? 'publish-observed', signal),
    unpublish: (_object, _details, signal) => play('unpublish', signal),
  }
}
