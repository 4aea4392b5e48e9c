import type { WritePurpose } from '../api/object-api.ts'
import { retried } from '../api/retried.ts'
import { failedAt, hasCode, httpStatusOf } from '../errors.ts'
import type { PassObject } from './pass-object.ts'
import type { PassOptions } from './pass-options.ts'

const pauseMs = 10

/** Stores metadata and spec of an object, and takes over the answer. */
export async function written(
  object: PassObject,
  purpose: WritePurpose,
  { api, signal }: Pick<PassOptions, 'api'> & { readonly signal: AbortSignal },
): Promise<void> {
  const sent = object.toWrite(purpose === 'late-init' ? 'filled in' : 'as it is')
  object.answered(await api.replace(sent, { purpose, signal }))
}

/**
 * Stores annotations that must not be lost: tries five times, and puts them on top of what somebody else wrote in between.
 */
export async function annotationsWritten(
  object: PassObject,
  purpose: 'create-succeeded' | 'create-failed',
  {
    api,
    clock,
    rules,
    signal,
  }: Pick<PassOptions, 'api' | 'clock' | 'rules'> & { readonly signal: AbortSignal },
): Promise<void> {
  const critical = object.object.metadata.annotations ?? {}
  const attempt = async (): Promise<void> => {
    try {
      await written(object, purpose, { api, signal })
    } catch (error) {
      if (httpStatusOf(error) !== 409) throw error
      object.answered(await api.read({ purpose: 'after-conflict', signal }))
      object.annotate(critical)
      throw error
    }
  }
  try {
    await retried(attempt, {
      mayRetry: (error) => !hasCode(error, 'cancelled'),
      calledOff: rules.retries === 'forgetful' ? 'forgotten' : 'told',
      pause: () => clock.sleep(pauseMs, signal),
    })
  } catch (error) {
    throw failedAt('cannot update critical annotations', error)
  }
}
