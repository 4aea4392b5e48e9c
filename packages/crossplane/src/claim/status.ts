import { moveWithAnyChange } from '@sitrep/conditions'
import { ageColumn, conditionColumn, defineStatus, fieldColumn, type StatusDefinition } from '@sitrep/status'
import { claims } from '../kinds.ts'
import { computeClaimStatus } from './compute.ts'
import { observeClaim } from './observe.ts'
import { claimReady, claimSynced, readyByComposite } from './rules.ts'

/** The status of claims of every kind: said where somebody tells how they were bound, else only compared. */
export const claimStatus: StatusDefinition = defineStatus({
  kind: claims,
  observe: observeClaim,
  compute: computeClaimStatus,
  columns: [
    conditionColumn('Synced', 'Synced'),
    conditionColumn('Ready', 'Ready'),
    fieldColumn('Connection-Secret', 'string', '.spec.writeConnectionSecretToRef.name'),
    ageColumn,
  ],
  rules: [{ tables: [claimSynced, claimReady] }, { compared: true, tables: [readyByComposite] }],
  owns: [],
  moves: moveWithAnyChange,
  onFailure: 'Ready',
})
