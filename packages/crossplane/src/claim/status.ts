import { moveWithAnyChange } from '@sitrep/conditions'
import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { claimReady, claimSynced } from '../composite/claim.ts'
import { claims } from '../described.ts'
import { claimColumns } from './columns.ts'
import { computeClaimStatus } from './compute.ts'
import { observeClaim } from './observe.ts'
import { readyByComposite } from './rules.ts'

/** The status of claims of every kind: said where somebody tells how they were bound, else only compared. */
export const claimStatus: StatusDefinition = defineStatus({
  kind: claims,
  observe: observeClaim,
  compute: computeClaimStatus,
  columns: claimColumns,
  rules: [{ tables: [claimSynced, claimReady] }, { compared: true, tables: [readyByComposite] }],
  owns: [],
  moves: moveWithAnyChange,
  onFailure: 'Ready',
})
