import { at, fields, list, text, type View } from '@sitrep/status'
import type { ObjectReference } from './references.ts'

/** What a ReferenceGrant allows: references from these, to those of its own namespace. */
export interface Grant {
  readonly name: string
  readonly from: readonly GrantFrom[]
  readonly to: readonly GrantTo[]
}

export interface GrantFrom {
  readonly group: string
  readonly kind: string
  readonly namespace: string
}

interface GrantTo {
  readonly group: string
  readonly kind: string
  /** Left out: every object of the kind. */
  readonly name: string | undefined
}

/** A ReferenceGrant, for whoever refers to something in its namespace. */
export const grantView: View<Grant> = {
  name: 'grant',
  of: ({ metadata, spec }) => ({
    name: metadata.name,
    from: list(at(spec, 'from')).map((entry) => {
      const { group, kind, namespace } = fields(entry)
      return { group: text(group) ?? '', kind: text(kind) ?? '', namespace: text(namespace) ?? '' }
    }),
    to: list(at(spec, 'to')).map((entry) => {
      const { group, kind, name } = fields(entry)
      return { group: text(group) ?? '', kind: text(kind) ?? '', name: text(name) }
    }),
  }),
}

/** Whether one of the grants of the target's namespace allows the reference. Several grants add up; each must hold on both sides. */
export function permits(grants: readonly Grant[], referrer: GrantFrom, target: ObjectReference): boolean {
  return grants.some(
    ({ from, to }) =>
      from.some(
        (entry) =>
          entry.group === referrer.group &&
          entry.kind === referrer.kind &&
          entry.namespace === referrer.namespace,
      ) &&
      to.some(
        (entry) =>
          entry.group === target.group &&
          entry.kind === target.kind &&
          (entry.name === undefined || entry.name === target.name),
      ),
  )
}
