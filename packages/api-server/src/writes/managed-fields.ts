import { type ApplyOutcome, applyServerSide, applyServerSideSlowly } from '../apply/server-side-apply.ts'
import { keepTimestamps } from '../apply/timestamps.ts'
import { trackUpdate, trackUpdateSlowly } from '../apply/track-update.ts'
import type { KubeObject } from '../json/json.ts'
import { sameJson } from '../json/same-json.ts'
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
  const { view, manager } = context
  const update = { ...ownershipOf(context), live, updated, manager }
  const { convertRemotely } = view.resource
  if (convertRemotely === undefined)
    return trackUpdate(update, (object, version) => view.convertTo(object, version))
  return trackUpdateSlowly(
    update,
    async (object, version) => (await convertRemotely([object], version))[0] ?? object,
  )
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
  const { view, options } = context
  const request = {
    ...ownershipOf(context),
    live,
    config,
    manager: options.fieldManager,
    force: options.force,
  }
  const { convertRemotely } = view.resource
  if (convertRemotely === undefined)
    return applyServerSide(request, (object, version) => view.convertTo(object, version))
  return applyServerSideSlowly(
    request,
    async (object, version) => (await convertRemotely([object], version))[0] ?? object,
  )
}

/** Whether a write changes nothing but the times in managedFields: then it is none. */
export function sameButForTimes(object: KubeObject, live: KubeObject): boolean {
  return sameJson(keepTimestamps(live, object), live)
}
