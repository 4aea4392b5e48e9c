import { type Draft, type DraftValue, fill } from '../draft.ts'
import { admissionDefaults } from './admission-defaults.ts'
import { clusterDefaults } from './cluster-defaults.ts'
import { networkDefaults } from './network-defaults.ts'
import { podDefaults } from './pod-defaults.ts'
import type { StructDefault } from './struct-defaults.ts'
import { workloadDefaults } from './workload-defaults.ts'

const structDefaults: ReadonlyMap<string, StructDefault> = new Map(
  [podDefaults, workloadDefaults, networkDefaults, clusterDefaults, admissionDefaults].flatMap((table) =>
    Object.entries(table),
  ),
)

/** Fills one struct in place, whose inner structs have been filled. */
export function defaultStruct(name: string, draft: Draft): void {
  const preset = structDefaults.get(name)
  if (preset === undefined) return
  if (typeof preset === 'function') preset(draft)
  else fill(draft, fresh(preset))
}

/** Lists in a table of defaults must not be shared between drafts. */
function fresh(preset: Readonly<Record<string, DraftValue>>): Readonly<Record<string, DraftValue>> {
  if (!Object.values(preset).some((value) => typeof value === 'object')) return preset
  return structuredClone(preset)
}
