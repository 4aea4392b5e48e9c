import type { Meaning } from './meaning.ts'

/** Whether True or False is the good answer of a condition. */
export type Polarity = 'positive' | 'negative'

// Plain words that mean the same wherever they are used, and those of Nodes: bad when True. Everything else is good when True, as the
// conventions want it.
const negativeTypes: ReadonlySet<string> = new Set([
  'Conflicted',
  'Degraded',
  'PartiallyInvalid',
  'Stalled',
  'Deleting',
  'Paused',
  'RollingOut',
  'ScalingUp',
  'ScalingDown',
  'Remediating',
  'Updating',
  'Deleted',
  'ReplicaFailure',
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
  'NetworkUnavailable',
])

/** Not a fault, but something going on. */
const progressTypes: ReadonlySet<string> = new Set([
  'RollingOut',
  'ScalingUp',
  'ScalingDown',
  'Remediating',
  'Updating',
  'Deleting',
  'Deleted',
])

/** Which answer of a condition is the good one, by its type or its written address. */
export const polarityOf = (address: string): Polarity =>
  negativeTypes.has(typeIn(address)) ? 'negative' : 'positive'

// Types hold no colon: what stands behind the last one is the type, whatever the list and its entry are called.
const typeIn = (address: string): string => address.slice(address.lastIndexOf(':') + 1)

/** What a condition's status means to the reader. */
export function meaningOf(
  address: string,
  status: string,
  polarity: Polarity = polarityOf(address),
): Meaning {
  const type = typeIn(address)
  if (status !== 'True' && status !== 'False') return 'unknown'
  const good = (status === 'True') === (polarity === 'positive')
  if (good) return polarity === 'positive' ? 'good' : 'plain'
  if (polarity === 'positive') return 'bad'
  if (type === 'Paused') return 'unknown'
  return progressTypes.has(type) ? 'progressing' : 'bad'
}
