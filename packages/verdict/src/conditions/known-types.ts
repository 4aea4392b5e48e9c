import type { Role } from '@sitrep/status'

const byRole: Readonly<Partial<Record<Role, string>>> = {
  whole: `
    Accepted Admitted Available Deployed Established Healthy Installed Operational Programmed Promoted Ready Reconciled
    ResolvedRefs Succeeded Synced Synchronized Valid`,
  part: 'Released Verified TestSuccess',
  step: `
    Approved Created Initialized Launched Prepared PodScheduled QuotaReserved Registered Scheduled Started Submitted
    Validated`,
  ending: 'Complete Completed Finished',
  activity: 'Active Running',
  problem: 'Conflicted Degraded Failed Failing OutOfSync',
  final: 'Stalled',
  progress: 'Progressing Reconciling Restore Resync RollingUpdate Syncing Updating Upgrading',
  pause: 'Hibernated Paused ReconciliationPaused Stopped Suspended',
  neutral: 'Drifted Idle Remediated Upgradeable Warning',
}

/** Condition types that mean the same wherever they are used, in lower case. */
export const knownTypes: ReadonlyMap<string, Role> = new Map(
  Object.entries(byRole).flatMap(([role, types]) =>
    types
      .trim()
      .split(/\s+/)
      .map((type) => [type.toLowerCase(), role as Role] as const),
  ),
)
