import type { Meaning } from './meaning.ts'

/** Whether True or False is the good answer of a condition. */
export type Polarity = 'positive' | 'negative'

// Types of our families and of Nodes that are bad when True. Everything else of theirs is good when True.
const negativeTypes: ReadonlySet<string> = new Set([
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

export const polarityOf = (type: string): Polarity => (negativeTypes.has(type) ? 'negative' : 'positive')

/** What a condition's status means to the reader. */
export function meaningOf(type: string, status: string, polarity: Polarity = polarityOf(type)): Meaning {
  if (status !== 'True' && status !== 'False') return 'unknown'
  const good = (status === 'True') === (polarity === 'positive')
  if (good) return polarity === 'positive' ? 'good' : 'plain'
  if (polarity === 'positive') return 'bad'
  if (type === 'Paused') return 'unknown'
  return progressTypes.has(type) ? 'progressing' : 'bad'
}
