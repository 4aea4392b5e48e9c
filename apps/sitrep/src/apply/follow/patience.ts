import type { Trouble } from '@sitrep/status'

/** A trouble and since when it has stood there unchanged. */
export interface LastingTrouble {
  readonly trouble: Trouble
  /** Milliseconds since the epoch. */
  readonly since: number
  /** It may be left over from before what was applied, so that only its lasting counts. */
  readonly doubtful: boolean
}

export interface Patience {
  /** How long a trouble may stand unchanged before the wait is given up. */
  readonly failAfterMs: number
  /** How long an object must stay ready: who has just applied something may see what was said before it. */
  readonly settleMs: number
  /** Whether what stands there at the first look can be about an earlier state of things. */
  readonly firstLook: 'trusted' | 'doubtful'
}

/** What stands there now, with the times at which it first did. Absent memory is the first look. */
export function remember(
  before: readonly LastingTrouble[] | undefined,
  troubles: readonly Trouble[],
  { now, firstLook }: { readonly now: number } & Pick<Patience, 'firstLook'>,
): readonly LastingTrouble[] {
  return troubles.map((trouble) => {
    const known = before?.find((each) => keyOf(each.trouble) === keyOf(trouble))
    if (known !== undefined) return { ...known, trouble }
    return { trouble, since: now, doubtful: before === undefined && firstLook === 'doubtful' }
  })
}

/** The trouble that ends the wait now; nothing as long as there is hope. */
export function hopeless(
  lasting: readonly LastingTrouble[],
  now: number,
  { failAfterMs }: Pick<Patience, 'failAfterMs'>,
): LastingTrouble | undefined {
  return (
    lasting.find(({ trouble, doubtful }) => trouble.weight === 'final' && !doubtful) ??
    lasting.find(({ trouble, since }) => counts(trouble) && now - since >= failAfterMs)
  )
}

/** When the next trouble will have lasted for too long. */
export function givesUpAt(
  lasting: readonly LastingTrouble[],
  { failAfterMs }: Pick<Patience, 'failAfterMs'>,
): number | undefined {
  const counting = lasting.filter(({ trouble }) => counts(trouble))
  return counting.length === 0 ? undefined : Math.min(...counting.map(({ since }) => since)) + failAfterMs
}

const counts = ({ weight }: Trouble): boolean => weight !== 'passing'

const keyOf = ({ object, text, reason }: Trouble): string =>
  JSON.stringify([object.kind, object.metadata.namespace, object.metadata.name, reason, text])
