import { connectionSecretType } from '@sitrep/crossplane/managed'
import { at, type KubeObject, text } from '@sitrep/status'
import { retried } from '../api/retried.ts'
import type { Clock } from '../clock.ts'
import { failedAt, httpStatusOf, ProviderError } from '../errors.ts'
import type { ConnectionDetails } from '../external/external-client.ts'
import type { ConnectionPublisher, ConnectionSecret, SecretApi, SecretRef } from './publisher.ts'

/** How connection secrets are written. */
export interface SecretPublisherOptions {
  readonly secrets: SecretApi
  readonly clock: Clock
  /** In whose namespace the secret lies: the object's, or one that its reference names. */
  readonly namespace: 'own' | 'named'
  /**
   * `careful` writes what is wanted however often it takes. `forgetful` is as in Crossplane: a try after a failed patch takes what is
   * stored for what is wanted and finds nothing to do, so the next pass writes it.
   */
  readonly retries: 'careful' | 'forgetful'
}

const pauseMs = 10

/**
 * Writes connection details to a secret that the object owns. Keys are added, never taken away; the secret goes with its
 * owner, so nothing is unpublished.
 */
export function secretPublisher(options: SecretPublisherOptions): ConnectionPublisher {
  return {
    publish: async (object, details, signal) => {
      const ref = secretRefOf(object, options.namespace)
      if (ref === undefined) return
      try {
        await store(secretFor(object, ref, details), options, signal)
      } catch (error) {
        throw failedAt('cannot create or update connection secret', error)
      }
    },
    unpublish: async () => {},
  }
}

function secretRefOf(object: KubeObject, namespace: 'own' | 'named'): SecretRef | undefined {
  const reference = at(object.spec, 'writeConnectionSecretToRef')
  const name = text(at(reference, 'name'))
  if (name === undefined) return undefined
  const own = object.metadata.namespace ?? ''
  return { name, namespace: namespace === 'own' ? own : (text(at(reference, 'namespace')) ?? '') }
}

function secretFor(object: KubeObject, ref: SecretRef, data: ConnectionDetails): ConnectionSecret {
  const { name, uid = '' } = object.metadata
  const { apiVersion, kind } = object
  const owner = { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }
  return { ...ref, type: connectionSecretType, owners: [owner], data }
}

async function store(
  wanted: ConnectionSecret,
  { secrets, clock, retries }: SecretPublisherOptions,
  signal: AbortSignal,
): Promise<void> {
  let desired = wanted
  const attempt = async (): Promise<void> => {
    const stored = await reading(secrets, wanted, signal)
    if (stored === undefined) {
      await secrets.create(wanted, signal).catch(rethrowAs('cannot create object'))
      return
    }
    const patch = desired
    if (retries === 'forgetful') desired = stored
    refuseForeign(stored, uidOf(wanted))
    if (sameDetails(stored.data, patch.data)) return
    await secrets.patch(patch, signal).catch(rethrowAs('cannot patch object'))
  }
  await retried(attempt, {
    mayRetry: (error) => httpStatusOf(error) !== undefined,
    calledOff: retries === 'forgetful' ? 'forgotten' : 'told',
    pause: () => clock.sleep(pauseMs, signal),
  })
}

const reading = (
  secrets: SecretApi,
  ref: SecretRef,
  signal: AbortSignal,
): Promise<ConnectionSecret | undefined> => secrets.read(ref, signal).catch(rethrowAs('cannot get object'))

const rethrowAs =
  (what: string) =>
  (error: unknown): never => {
    throw failedAt(what, error)
  }

const uidOf = ({ owners }: ConnectionSecret): string => owners[0]?.uid ?? ''

/** A secret that somebody else controls is left alone, and so is one of another type that nobody does. */
function refuseForeign({ owners, type }: ConnectionSecret, uid: string): void {
  const controller = owners.find((owner) => owner.controller === true)
  if (controller === undefined && type !== connectionSecretType) {
    throw new ProviderError(
      'secret-taken',
      `refusing to modify uncontrolled secret of type ${JSON.stringify(type)}`,
    )
  }
  if (controller !== undefined && controller.uid !== uid) {
    throw new ProviderError('secret-taken', `existing secret is not controlled by UID ${JSON.stringify(uid)}`)
  }
}

function sameDetails(a: ConnectionDetails, b: ConnectionDetails): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  )
}
