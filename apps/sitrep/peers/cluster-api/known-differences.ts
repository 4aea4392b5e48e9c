import type { StatusDifference } from './compare.ts'

/** A place where our status differs from that of genuine Cluster API, and means to. */
export interface KnownDifference {
  /** A name to speak of it by. */
  readonly id: string
  /** Which field of which kinds, and when. */
  readonly where: string
  readonly ours: string
  readonly genuine: string
  readonly reason: string
  /** Tells whether a difference that was found is this one. */
  matches(difference: StatusDifference): boolean
}

const isMoment = (text: string | undefined): boolean =>
  text !== undefined && /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"$/.test(text)

/** All of them; each must still be seen, or the test asks for it to be struck out. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    id: 'moments of transition',
    where: '`lastTransitionTime` of every condition, old and new.',
    ours: 'The moment at which Sitrep saw the change.',
    genuine: 'The moment at which its controller did, which looks later and passes through more stages.',
    reason:
      'Beside another writer each keeps the times of its own verdicts. Once Sitrep writes, it starts from the times that are written and moves none without a transition: that is tested when it takes over and hands back.',
    matches: ({ path }) => path.endsWith('.lastTransitionTime'),
  },
  {
    id: 'moments of a Machine’s stages',
    where: '`lastUpdated` and the times under `deletion` of a Machine.',
    ours: 'The moment at which Sitrep saw the stage begin, in whole seconds.',
    genuine: 'The moment at which its controller did.',
    reason: 'As with the moments of transition: beside another writer each keeps its own.',
    matches: ({ kind, path, ours, genuine }) =>
      kind === 'Machine' &&
      /^(lastUpdated|deletion\.\w+StartTime)$/.test(path) &&
      isMoment(ours) &&
      isMoment(genuine),
  },
]
