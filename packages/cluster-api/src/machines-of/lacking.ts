import { isTrue, refOf, type Source } from '@sitrep/conditions'
import type { MachineSeen } from './machine-seen.ts'

/** What a count rests on: the Machines that lack a condition, and the wanted number where there are none. */
export const machinesLacking =
  (type: string) =>
  ({ machines }: { readonly machines: readonly MachineSeen[] }): readonly Source[] => {
    const lacking = machines.filter(({ conditions }) => !isTrue(conditions, type))
    if (lacking.length === 0) return [{ field: 'spec.replicas' }]
    return lacking.map((machine) => ({ ref: refOf(machine), condition: type }))
  }
