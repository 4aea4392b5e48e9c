import { moveWithAnyChange } from '@sitrep/conditions'
import { ageColumn, conditionColumn, defineStatus, type StatusDefinition } from '@sitrep/status'
import { nextLook, ready, responsive, synced } from '../composite/rules.ts'
import { composites } from '../kinds.ts'
import { computeCompositeStatus } from './compute.ts'
import { observeComposite } from './observe.ts'
import { readyByParts } from './rules.ts'

/** The status of composites of every kind: said where somebody tells what functions answered, else only compared. */
export const compositeStatus: StatusDefinition = defineStatus({
  kind: composites,
  observe: observeComposite,
  compute: computeCompositeStatus,
  columns: [conditionColumn('Synced', 'Synced'), conditionColumn('Ready', 'Ready'), ageColumn],
  rules: [
    { tables: [responsive, synced, ready], choices: [nextLook] },
    { compared: true, tables: [readyByParts] },
  ],
  owns: ['claimConditionTypes'],
  moves: moveWithAnyChange,
  onFailure: 'Ready',
})
