import type { KubeObject } from '../json/json.ts'
import { formatTime } from '../resources/metadata.ts'
import { capUpdaters } from './cap-updaters.ts'
import { changeOwners, reconcileOwners } from './change-owners.ts'
import type { Comparison } from './compare.ts'
import { type FieldSet, isEmptySet, rememberedUnion, union } from './field-set.ts'
import {
  decodeManagedFields,
  encodeManagedFields,
  isReset,
  managedFieldsOf,
  withManagedFields,
} from './managed-fields.ts'
import { type Owners, ownerId } from './owner.ts'
import type { OwnershipContext, Steps } from './ownership-context.ts'
import { withoutStripped } from './stripped-fields.ts'

export interface UpdateToTrack extends OwnershipContext {
  /** Undefined: the object is being created. */
  readonly live: KubeObject | undefined
  /** The object to be stored, whatever the client says about managed fields included. */
  readonly updated: KubeObject
  /** The name under which the writer is known. */
  readonly manager: string
}

/** The updated object with its managed fields: whatever this write changes belongs to its author from now on. */
export function* trackUpdate(update: UpdateToTrack): Steps<KubeObject> {
  const { live, updated } = update
  const owners = ownersBefore(update)
  // An object that nobody tracks stays so until it is first applied.
  if (owners.size === 0 && live !== undefined) return withManagedFields(updated, undefined)
  yield
  const after = yield* ownersAfterUpdate(update, owners, { before: live, after: updated })
  return withManagedFields(updated, encodeManagedFields(after))
}

/** A client may write managed fields, except through a subresource. What it leaves out or garbles stays as it was. */
function ownersBefore({ live, updated, subresource }: UpdateToTrack): Owners {
  const requested = managedFieldsOf(updated)
  if (subresource === '') {
    if (isReset(requested)) return new Map()
    const decoded = decodeManagedFields(requested)
    if (decoded.kind === 'decoded' && decoded.owners.size > 0) return decoded.owners
  }
  const decoded = decodeManagedFields(live === undefined ? undefined : managedFieldsOf(live))
  return decoded.kind === 'decoded' ? decoded.owners : new Map()
}

// Comparisons never change, and that of new objects with the same fields is the same.
const takenFields = new WeakMap<Comparison, FieldSet>()

/** What belongs to whoever makes a change. */
function takenBy(comparison: Comparison): FieldSet {
  const known = takenFields.get(comparison)
  if (known !== undefined) return known
  const taken = withoutStripped(union(comparison.modified, comparison.added))
  takenFields.set(comparison, taken)
  return taken
}

interface Written {
  readonly before: KubeObject | undefined
  readonly after: KubeObject
}

/** The owners after a write by `manager`. */
export function* ownersAfterUpdate(
  context: OwnershipContext & Pick<UpdateToTrack, 'manager'>,
  owners: Owners,
  { before, after }: Written,
): Steps<Owners> {
  const change = yield* changeOwners(context, reconcileOwners(context, owners), {
    before,
    // Ownership is about everything but itself.
    after: withManagedFields(after, before === undefined ? undefined : managedFieldsOf(before)),
  })
  yield
  // Kubernetes forgets all owners rather than to keep what it cannot read.
  if (change.unreadable) return new Map()
  const taken = takenBy(change.comparison)
  if (isEmptySet(taken)) return capUpdaters(change.owners)
  const { apiVersion, subresource, manager, now } = context
  // A Scale is tracked as an object of its own: not at all, as long as nobody owns the replicas.
  if (subresource === 'scale' && change.conflicts.size === 0) return capUpdaters(change.owners)
  const author = {
    manager: manager === '' ? 'unknown' : manager,
    operation: 'Update' as const,
    apiVersion,
    subresource,
  }
  const id = ownerId(author)
  const previous = change.owners.get(id)
  // Kubernetes takes the time of a scaler from the entry that is there, so a first one has none.
  const time = subresource === 'scale' ? previous?.time : formatTime(now)
  const fields = previous === undefined ? taken : rememberedUnion(previous.fields, taken)
  return capUpdaters(new Map(change.owners).set(id, { ...author, time, fields }))
}
