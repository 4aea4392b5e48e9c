import { moveWithAnyChange } from '@sitrep/conditions'
import {
  ageColumn,
  conditionColumn,
  defineStatus,
  fieldColumn,
  type Profile,
  type StatusDefinition,
} from '@sitrep/status'
import { managedResources } from '../kinds.ts'
import { passRules } from '../managed/language.ts'
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
    columns: [
      conditionColumn('Synced', 'Synced'),
      conditionColumn('Ready', 'Ready'),
      fieldColumn('External-Name', 'string', '.metadata.annotations.crossplane\\.io/external-name'),
      ageColumn,
    ],
    rules: [
      { tables: [], choices: [rules.table] },
      { compared: true, tables: [givenReady] },
    ],
    owns: [],
    moves: moveWithAnyChange,
    onFailure: 'Ready',
  })
}
