import { moveWithAnyChange } from '@sitrep/conditions'
import { defineStatus, type Profile, type StatusDefinition } from '@sitrep/status'
import { managedResources } from '../described.ts'
import { passRules } from '../managed/pass-rules.ts'
import { managedColumns } from './columns.ts'
import { computeManaged } from './compute.ts'
import { observeManaged } from './observe.ts'
import { givenReady } from './rules.ts'

/** The status of managed resources of every kind: said where a pass is told of, else only explained. All else in it is its provider's. */
export function managedStatus(profile: Profile): StatusDefinition {
  const rules = passRules(profile)
  return defineStatus({
    kind: managedResources,
    observe: observeManaged,
    compute: computeManaged(rules),
    columns: managedColumns,
    rules: [
      { tables: [], choices: [rules.table] },
      { compared: true, tables: [givenReady] },
    ],
    owns: [],
    moves: moveWithAnyChange,
    onFailure: 'Ready',
  })
}
