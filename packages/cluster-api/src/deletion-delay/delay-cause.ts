/** Why a drain takes long, in the order in which causes are named. */
export const delayCauses = [
  'PodDisruptionBudgets',
  'Pods not terminating',
  'Pod eviction errors',
  'Pods not completed yet',
] as const

export type DelayCause = (typeof delayCauses)[number]

/**
 * What the message of a drain says for each cause. Writer and reader share this table: the message is all that the owner of
 * a Machine gets to see of its drain, also when another program wrote it.
 */
export const causeTexts: Readonly<Record<DelayCause, string>> = {
  PodDisruptionBudgets: "cannot evict pod as it would violate the pod's disruption budget.",
  'Pods not terminating': 'deletionTimestamp set, but still not removed from the Node',
  'Pod eviction errors': 'failed to evict Pod',
  'Pods not completed yet': 'waiting for completion',
}

/** The causes that a drain's message tells of. */
export const causesIn = (message: string): readonly DelayCause[] =>
  delayCauses.filter((cause) => message.includes(causeTexts[cause]))

/** `, delay likely due to …`, or nothing when no cause is known. */
export function delayText(causes: readonly DelayCause[]): string {
  const named = delayCauses.filter((cause) => causes.includes(cause))
  return named.length === 0 ? '' : `, delay likely due to ${named.join(', ')}`
}
