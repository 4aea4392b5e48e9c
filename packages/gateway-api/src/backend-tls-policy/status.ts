import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { backendTlsPolicyKind } from '../kinds.ts'
import { ownLists, policyLists } from '../lists.ts'
import type { Setup } from '../setup.ts'
import { backendTlsPolicyColumns } from './columns.ts'
import { computePolicy } from './compute.ts'
import { observePolicy } from './observe.ts'
import { policyAccepted, policyResolvedRefs } from './rules.ts'
import type { BackendTlsPolicy, PolicyObserved, PolicyStatus } from './types.ts'

/** The status of a BackendTLSPolicy. */
export const backendTlsPolicyStatus = (
  setup: Setup,
): StatusDefinition<BackendTlsPolicy, PolicyObserved, PolicyStatus> =>
  defineStatus({
    kind: backendTlsPolicyKind,
    observe: observePolicy,
    compute: computePolicy(setup),
    columns: backendTlsPolicyColumns,
    rules: [{ at: 'ancestors[*]', tables: [policyAccepted, policyResolvedRefs] }],
    onFailure: 'ancestors[*]:Accepted',
    lists: ownLists(policyLists, setup.ours),
    owns: [],
  })
