import { same } from '@sitrep/status'
import { runSteps, runStepsSlowly, type Steps } from '../apply/ownership-context.ts'
import { type ApplyOutcome, applyServerSide } from '../apply/server-side-apply.ts'
import { keepTimestamps } from '../apply/timestamps.ts'
import { trackUpdate } from '../apply/track-update.ts'
import type { KubeObject } from '../json/json.ts'
import { ownershipOf } from './ownership.ts'
import type { WriteContext } from './write-context.ts'

export interface FieldChange {
  readonly live: KubeObject | undefined
  readonly updated: KubeObject
}

/** Notes in managedFields who now owns what this write changes. */
export function trackFields(
  context: WriteContext,
  { live, updated }: FieldChange,
): KubeObject | Promise<KubeObject> {
  const update = { ...ownershipOf(context), live, updated, manager: context.manager }
  return converting(context, trackUpdate(update))
}

export interface Application {
  readonly live: KubeObject | undefined
  readonly config: KubeObject
}

/** Lays an applied configuration over the live object. */
export function applyFields(
  context: WriteContext,
  { live, config }: Application,
): ApplyOutcome | Promise<ApplyOutcome> {
  const { fieldManager: manager, force } = context.options
  const request = { ...ownershipOf(context), live, config, manager, force }
  return converting(context, applyServerSide(request))
}

/** At once where the server converts by itself; where a webhook does, later. */
function converting<Result>({ view }: WriteContext, steps: Steps<Result>): Result | Promise<Result> {
  const { convertRemotely } = view.resource
  if (convertRemotely === undefined)
    return runSteps(steps, (object, version) => view.convertTo(object, version))
  return runStepsSlowly(
    steps,
    async (object, version) => (await convertRemotely([object], version))[0] ?? object,
  )
}

/** Whether a write changes nothing but the times in managedFields: then it is none. */
export function sameButForTimes(object: KubeObject, live: KubeObject): boolean {
  return same(keepTimestamps(live, object), live)
}
