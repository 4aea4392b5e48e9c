import { decide, inList, setConditions } from '@sitrep/conditions'
import { type Abstention, abstain, type Computed, formatEntry } from '@sitrep/status'
import { entryKey } from '../kinds.ts'
import { accepted } from './rules.ts'
import type { Named, ParcelObserved, ParcelStatus } from './types.ts'

/** Turns one observation of a Parcel into our entries; what other operators should say is compared with what they say. */
export const computeParcel =
  (operators: readonly string[]) =>
  (observed: ParcelObserved): Computed<ParcelStatus> | Abstention => {
    const answers = observed.named.map((named) => answerOn(named, observed))
    const ours = answers.filter(({ entry }) => operators.includes(entry.operator))
    const compared = answers
      .filter(({ entry }) => entry.operator !== '' && !operators.includes(entry.operator))
      .map(({ at, decision, entry }) => ({ at, conditions: entry.conditions, decided: [decision] }))
    if (ours.length === 0) return abstain({ compared })
    return {
      status: { depots: ours.map(({ entry }) => entry) },
      decided: ours.map(({ decision }) => decision),
      compared,
    }
  }

function answerOn(named: Named, { namespace, generation, previous, now }: ParcelObserved) {
  const { depot, reading } = named
  const operator = (reading.read && reading.item?.operator) || previousOperator(named, previous)
  const at = formatEntry('depots', entryKey(operator, depot, namespace))
  const decision = inList(at, decide(accepted, named))
  const before = previous?.depots?.find((each) => isSame(each, operator, depot))
  const conditions = setConditions(before?.conditions, [decision], { generation, now })
  return { at, decision, entry: { depot, operator, conditions } }
}

// Whose a Depot was that is gone or cannot be read is known from the entry that it left.
const previousOperator = ({ depot }: Named, previous: ParcelStatus | undefined): string =>
  previous?.depots?.find((each) => each.depot.name === depot.name && each.depot.namespace === depot.namespace)
    ?.operator ?? ''

const isSame = (
  entry: { readonly operator: string; readonly depot: object },
  operator: string,
  depot: Named['depot'],
): boolean =>
  entry.operator === operator && entryKey('', entry.depot, depot.namespace) === entryKey('', depot, undefined)
