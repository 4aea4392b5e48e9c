import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { gracePeriods } from '../connection/grace-periods.ts'
import { statusFields } from '../crds/status-fields.ts'
import { clusterKind } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { ClusterApiOptions } from '../options.ts'
import type { StatusFields } from '../pass/computed.ts'
import { pausedRules } from '../pass/paused.ts'
import { clusterColumns } from './columns.ts'
import { computeCluster } from './compute.ts'
import { observeCluster } from './observe/observe.ts'
import { proposalCluster } from './rules-proposal/language.ts'
import { releasedCluster } from './rules-released/language.ts'
import { clusterSchema } from './schema.ts'
import type { Cluster, ClusterObserved } from './types.ts'

const languages = { released: releasedCluster, proposal: proposalCluster }

/** The status of a Cluster in the chosen language. */
export function clusterStatus(
  options: ClusterApiOptions,
): StatusDefinition<Cluster, ClusterObserved, StatusFields> {
  const language = languages[options.profile]
  return defineStatus({
    kind: clusterKind,
    observe: observeCluster(gracePeriods(options).connectionMs),
    compute: computeCluster(language),
    columns: clusterColumns[options.profile],
    rules: [{ tables: [pausedRules, ...language.tables, language.available] }],
    onFailure: 'Available',
    order: compareConditions,
    owns: statusFields(clusterSchema),
  })
}
