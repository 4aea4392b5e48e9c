import { same } from '@sitrep/status/same'
import type { KubeObject } from '../json/json.ts'
import { formatTime } from '../resources/metadata.ts'
import { changeOwners, reconcileOwners } from './change-owners.ts'
import {
  type Conflict,
  type ConflictCause,
  conflictCauses,
  conflictMessage,
  conflictsOf,
} from './conflict.ts'
import { difference, isEmptySet, recursiveDifference } from './field-set.ts'
import { objectType } from './field-type.ts'
import { keepLastApplied, settledByLastApplied } from './last-applied.ts'
import { UnidentifiedItem } from './list-item.ts'
import {
  decodeManagedFields,
  encodeManagedFields,
  managedFieldsOf,
  withManagedFields,
} from './managed-fields.ts'
import { mergeValues } from './merge.ts'
import { ownedFieldsInSteps } from './owned-fields.ts'
import { type Owner, type Owners, ownerId } from './owner.ts'
import type { OwnershipContext, Steps } from './ownership-context.ts'
import { prune } from './prune.ts'
import { withoutStripped } from './stripped-fields.ts'
import { ownersAfterUpdate } from './track-update.ts'
import { problemsOf } from './validate.ts'

export interface ApplyRequest extends OwnershipContext {
  /** Undefined: there is no such object yet. */
  readonly live: KubeObject | undefined
  /** What the applier wants to be so. */
  readonly config: KubeObject
  readonly manager: string
  /** Takes what others own instead of refusing. */
  readonly force: boolean
}

export type ApplyOutcome =
  /** The object to default, validate and store; `changed` tells whether anything but ownership differs. */
  | { readonly kind: 'applied'; readonly object: KubeObject; readonly changed: boolean }
  | {
      readonly kind: 'conflict'
      readonly conflicts: readonly Conflict[]
      readonly message: string
      readonly causes: readonly ConflictCause[]
    }
  /** The request itself is wrong: 400 for what it may not contain, 500 for what the schema does not allow. */
  | { readonly kind: 'invalid'; readonly code: 400 | 500; readonly message: string }

/**
 * Lays what a client applies over the live object, after the rules of server-side apply.
 * Source: k8s.io/apimachinery v0.36.3 pkg/util/managedfields (behaviour).
 */
export function* applyServerSide(request: ApplyRequest): Steps<ApplyOutcome> {
  try {
    return yield* applyReadable(request)
  } catch (error) {
    // In the terms of another version an object may have items that cannot be told apart.
    if (error instanceof UnidentifiedItem) return invalid(500, error.message)
    throw error
  }
}

function* applyReadable(request: ApplyRequest): Steps<ApplyOutcome> {
  const { config, live } = request
  const wrongKind = kindProblem(request)
  if (wrongKind !== undefined) return wrongKind
  const decoded = decodeManagedFields(live === undefined ? undefined : managedFieldsOf(live))
  if (decoded.kind === 'undecodable') {
    return invalid(500, `failed to decode managed fields: ${decoded.message}`)
  }
  // What nobody owns yet gets an owner first, and so is read before what is applied.
  const order = decoded.owners.size === 0 ? [liveProblem, configProblem] : [configProblem, liveProblem]
  for (const problemIn of order) {
    yield
    const problem = problemIn(request, decoded.owners)
    if (problem !== undefined) return invalid(500, problem)
  }
  const { owners } = decoded.owners.size > 0 ? decoded : { owners: yield* ownersBeforeFirstApply(request) }
  yield
  const attempt = yield* applyOnce(request, owners)
  const settled = attempt.kind === 'conflict' ? settledByLastApplied(request, attempt.conflicts) : undefined
  if (settled === undefined) return finish(attempt, config, request.manager)
  if (settled.length > 0) return conflictOutcome(settled)
  return finish(yield* applyOnce({ ...request, force: true }, owners), config, request.manager)
}

function finish(outcome: ApplyOutcome, config: KubeObject, manager: string): ApplyOutcome {
  if (outcome.kind !== 'applied' || manager !== 'kubectl') return outcome
  const object = keepLastApplied(outcome.object, config)
  return { ...outcome, object, changed: outcome.changed || object !== outcome.object }
}

function kindProblem({ config, blank, apiVersion }: ApplyRequest): ApplyOutcome | undefined {
  if (config.apiVersion !== apiVersion || config.kind !== blank.kind)
    return invalid(400, `invalid object type: ${kindText(config)}`)
  if ((managedFieldsOf(config) ?? null) !== null) return invalid(400, 'metadata.managedFields must be nil')
  return undefined
}

function configProblem({ config, schemaFor, apiVersion }: ApplyRequest): string | undefined {
  const schema = schemaFor(apiVersion)
  if (schema === undefined) throw new TypeError(`no schema for ${apiVersion}`)
  const problems = problemsOf(objectType(schema), config)
  return problems && `failed to create typed patch object (${whichObject(config)}): ${problems}`
}

/** Items that cannot be told apart may have been stored: of such an object nobody can own a part. */
function liveProblem({ live, schemaFor, apiVersion }: ApplyRequest, owners: Owners): string | undefined {
  const schema = schemaFor(apiVersion)
  if (live === undefined || schema === undefined) return undefined
  const problems = problemsOf(objectType(schema), live, 'allowed')
  if (problems === undefined) return undefined
  if (owners.size > 0) return `failed to create typed live object (${whichObject(live)}): ${problems}`
  const conversion = `failed to convert new object (${whichObject(live)}) to smd typed: ${problems}`
  return `failed to create manager for existing fields: ${conversion}`
}

function whichObject(object: KubeObject): string {
  const { name = '', namespace = '' } = object.metadata
  return `${namespace}/${name}; ${kindText(object)}`
}

function invalid(code: 400 | 500, message: string): ApplyOutcome {
  return { kind: 'invalid', code, message }
}

function kindText({ apiVersion, kind }: KubeObject): string {
  return `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`
}

/** What is there before anybody applies anything belongs to a name of its own. */
function* ownersBeforeFirstApply(request: ApplyRequest): Steps<Owners> {
  const { live } = request
  if (live === undefined) return new Map()
  const context = { ...request, manager: 'before-first-apply' }
  return yield* ownersAfterUpdate(context, new Map(), { before: undefined, after: live })
}

function* applyOnce(request: ApplyRequest, owners: Owners): Steps<ApplyOutcome> {
  const { config, live, blank, force, now } = request
  const applier = yield* applierOf(request)
  yield
  const id = ownerId(applier)
  const known = reconcileOwners(request, owners)
  const last = known.get(id)
  yield
  const schema = request.schemaFor(request.apiVersion)
  const merged = schema === undefined ? config : mergeValues(objectType(schema), live ?? blank, config)
  const withApplier = new Map(known).set(id, applier)
  yield
  const after = dropsNothing(last, applier)
    ? ((merged ?? config) as KubeObject)
    : yield* prune(request, (merged ?? config) as KubeObject, { owners: withApplier, last })
  yield
  const change = yield* changeOwners(request, withApplier, { before: live, after, author: id })
  yield
  if (!force && change.conflicts.size > 0) return conflictOutcome(conflictsOf(known, change.conflicts))
  const changed = live === undefined || !same(live, after)
  const stripped = withoutStripped(applier.fields)
  const remaining = new Map(change.owners)
  remaining.delete(id)
  if (!isEmptySet(stripped)) {
    const time = changed ? formatTime(now) : last?.time
    remaining.set(id, unchangedOr(last, { ...applier, fields: stripped, time }))
  }
  const object = withManagedFields(changed ? after : live, encodeManagedFields(remaining))
  return { kind: 'applied', object, changed }
}

/** Whether everything that was applied before is applied still, so that nothing can have to go. */
function dropsNothing(last: Owner | undefined, applier: Owner): boolean {
  if (last === undefined) return true
  return last.apiVersion === applier.apiVersion && isEmptySet(difference(last.fields, applier.fields))
}

/** Keeps the stored entry where the new one says the same. */
function unchangedOr(last: Owner | undefined, next: Owner): Owner {
  if (last === undefined || last.time !== next.time || last.apiVersion !== next.apiVersion) return next
  return same(last.fields, next.fields) ? last : next
}

function* applierOf({
  config,
  manager,
  apiVersion,
  subresource,
  schemaFor,
  resetFields,
}: ApplyRequest): Steps<Owner> {
  const schema = schemaFor(apiVersion)
  const all = yield* ownedFieldsInSteps(schema === undefined ? objectType({}) : objectType(schema), config)
  const ignored = resetFields(apiVersion)
  return {
    manager: manager === '' ? 'unknown' : manager,
    operation: 'Apply',
    apiVersion,
    subresource,
    time: undefined,
    fields: ignored === undefined ? all : recursiveDifference(all, ignored),
  }
}

function conflictOutcome(conflicts: readonly Conflict[]): ApplyOutcome {
  return {
    kind: 'conflict',
    conflicts,
    message: conflictMessage(conflicts),
    causes: conflictCauses(conflicts),
  }
}
