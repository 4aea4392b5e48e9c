import { choose } from '@sitrep/conditions'
import {
  conclude,
  type Due,
  type Ending,
  isNextStep,
  observationOf,
  pollIntervalOf,
} from '@sitrep/crossplane/managed'
import { failedAt, httpStatusOf, ProviderError } from '../errors.ts'
import { Pass } from './pass.ts'
import type { NextPass, PassOptions, PassReport } from './pass-options.ts'

// What is left of a pass when its calls have used up their time: enough to tell how they went.
const tellingMs = 30_000

/**
 * One pass over one managed resource: asks the table what is next, takes the step, asks again, until the table says how it ends.
 * Nothing is thrown but what is our own mistake.
 */
export async function reconcileOnce(options: PassOptions): Promise<PassReport> {
  const whole = options.clock.deadline(options.timeoutMs + tellingMs)
  const external = options.clock.deadline(options.timeoutMs)
  const pass = new Pass(options, { signal: whole.signal, external: external.signal })
  try {
    const ending = await endOf(pass, options)
    const next = await told(pass, ending, { options, signal: whole.signal })
    await pass.disconnect()
    return {
      row: ending.row,
      next,
      before: pass.before,
      after: pass.isRead ? pass.object.object : undefined,
      updated: pass.facts.went.update === 'well',
      observation: observationOf(pass.facts, pass.before?.metadata.generation),
    }
  } finally {
    external.release()
    whole.release()
  }
}

async function endOf(pass: Pass, { rules }: PassOptions): Promise<Ending> {
  for (;;) {
    const { outcome } = choose(rules.table, pass.facts)
    if (!isNextStep(outcome)) return outcome
    await pass.take(outcome.step)
  }
}

interface Telling {
  readonly options: PassOptions
  readonly signal: AbortSignal
}

async function told(pass: Pass, ending: Ending, { options, signal }: Telling): Promise<NextPass> {
  const { conditions, events, next, error } = conclude(ending, pass.facts, options.rules.telling)
  for (const { type, reason, message } of events) pass.tell(type, reason, message)
  const due = error === undefined ? nextOf(next, pass, options) : failed(new ProviderError('failed', error))
  if (conditions.length === 0) return due
  pass.object.conclude(conditions)
  if (pass.request !== undefined) pass.object.setStatus({ lastHandledReconcileAt: pass.request })
  try {
    pass.object.answered(
      await options.api.replaceStatus(pass.object.toWrite(), { purpose: 'status', signal }),
    )
    return due
  } catch (failure) {
    if (httpStatusOf(failure) === 409) return { due: 'again' }
    return failed(failedAt('cannot update managed resource status', failure))
  }
}

const failed = (error: Error): NextPass => ({ due: 'error', error })

function nextOf(due: Due, pass: Pass, options: PassOptions): NextPass {
  if (due !== 'poll') return due === 'again' ? { due } : { due: 'none' }
  const { object } = pass.object
  const interval = pollIntervalOf(object.metadata.annotations ?? {}, options.poll)
  const milliseconds = options.pollHook?.(object, interval) ?? interval
  return milliseconds > 0 ? { due: 'after', milliseconds } : { due: 'none' }
}
