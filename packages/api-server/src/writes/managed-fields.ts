import { same } from '@sitrep/status/same'
import { runSteps, runStepsSlowly, type Steps } from '../apply/ownership-context.ts'
import type * as serverSideApply from '../apply/server-side-apply.ts'
import { keepTimestamps } from '../apply/timestamps.ts'
import { trackUpdate } from '../apply/track-update.ts'
import type { KubeObject } from '../json/json.ts'
import { onDemand } from '../on-demand.ts'
import { ownershipOf } from './ownership.ts'
import { isLarge, pauseFor } from './pause.ts'
import type { WriteContext } from './write-context.ts'

const applying: () => typeof serverSideApply = onDemand(import.meta.url, '../apply/server-side-apply')

export interface FieldChange {
  readonly live: KubeObject | undefined
  readonly updated: KubeObject
  /** What the work on it is measured by: long work lets others have their turn. */
  readonly bytes: number
}

/** Notes in managedFields who now owns what this write changes. */
export function trackFields(
  context: WriteContext,
  { live, updated, bytes }: FieldChange,
): KubeObject | Promise<KubeObject> {
  const update = { ...ownershipOf(context), live, updated, manager: context.manager }
  return converting(context, trackUpdate(update), bytes)
}

export interface Application {
  readonly live: KubeObject | undefined
  readonly config: KubeObject
  readonly bytes: number
}

/** Lays an applied configuration over the live object. */
export function applyFields(
  context: WriteContext,
  { live, config, bytes }: Application,
): serverSideApply.ApplyOutcome | Promise<serverSideApply.ApplyOutcome> {
  const { fieldManager: manager, force } = context.options
  const request = { ...ownershipOf(context), live, config, manager, force }
  return converting(context, applying().applyServerSide(request), bytes)
}

/** At once where the server converts by itself and the object is small; where a webhook does, or in slices, later. */
function converting<Result>(
  { view }: WriteContext,
  steps: Steps<Result>,
  bytes: number,
): Result | Promise<Result> {
  const { convertRemotely } = view.resource
  const convert = (object: KubeObject, version: string): KubeObject => view.convertTo(object, version)
  const pause = (): Promise<void> | undefined => pauseFor(bytes)
  if (convertRemotely !== undefined) {
    const ask = async (object: KubeObject, version: string): Promise<KubeObject> =>
      (await convertRemotely([object], version))[0] ?? object
    return runStepsSlowly(steps, { convert: ask, pause })
  }
  return isLarge(bytes) ? runStepsSlowly(steps, { convert, pause }) : runSteps(steps, convert)
}

/** Whether a write changes nothing but the times in managedFields: then it is none. */
export function sameButForTimes(object: KubeObject, live: KubeObject): boolean {
  // Most writes change something else, and that is found sooner than two notes of all fields are compared.
  const { metadata: _old, ...before } = live
  const { metadata: _new, ...after } = object
  return same(after, before) && same(keepTimestamps(live, object), live)
}
