import type { FleetRow, Weight } from '@sitrep/dashboard'
import { type Gravity, gravities } from '@sitrep/present'
import {
  addressedConditions,
  formatAddress,
  formatRef,
  listsOf,
  type ObjectRef,
  refKey,
} from '@sitrep/status'
import { judge, type Verdict } from '@sitrep/verdict'
import { inNewestLayout } from '../../source/newest-layout.ts'
import { foldTroubles } from '../../trouble/fold-troubles.ts'
import {
  type Asked,
  type Asking,
  gravityOfWord,
  isSilent,
  sayingOf,
  type ToldTrouble,
  troubleOf,
} from '../../trouble/told-trouble.ts'
import { causeText } from '../../trouble/trouble-lines.ts'
import { bounded } from '../bounded.ts'
import { countersOf } from './counters.ts'

/** What is said of one object in the fleet: its word by its verdict, the rest as `sitrep trouble` tells it. */
export function fleetRow(asked: Asked, asking: Asking): FleetRow {
  const { ref } = asked
  const object = inNewestLayout(asked.object)
  const { families, now } = asking
  const told = troubleOf(asked, asking)
  const verdict = judge(asked.object, { now, families })
  const weight = told?.gravity ?? (isSilent(asked, asking) ? 'unclear' : 'fine')
  const cause = told?.causes[0]?.ref
  const since = told?.since
  const conditions = addressedConditions(object, listsOf(families, object)).slice(0, mostConditions)
  return {
    ref,
    word: wordOf(verdict, weight),
    weight,
    sentence: bounded(told === undefined ? sayingOf(verdict) : causeSentence(told), mostSentence),
    ...(since !== undefined && { since }),
    ...(cause !== undefined && refKey(cause) !== refKey(ref) && { cause }),
    counters: countersOf(object, families),
    conditions: Object.fromEntries(
      conditions.map((each) => [bounded(formatAddress(each), mostAddress), each.condition.status]),
    ),
  }
}

const mostSentence = 600
const mostAddress = 200
const mostConditions = 100
// Where the verdict is graver or lighter than what is told, that decides: it knows what follows from what.
function wordOf({ word }: Verdict, weight: Weight): string {
  if (weight === 'fine') return 'Ready'
  return gravityOfWord[word] === weight ? word : words[weight]
}

const words: Readonly<Record<Gravity, string>> = {
  wrong: 'Degraded',
  unclear: 'Unknown',
  paused: 'Paused',
  underway: 'Progressing',
}

/** The first cause in the words of `sitrep trouble`, and how many others there are. */
function causeSentence(told: ToldTrouble): string {
  const [first, ...others] = foldTroubles([told], () => [])
  if (first === undefined) return ''
  const more =
    others.length === 0
      ? ''
      : `; there ${others.length === 1 ? 'is one more cause' : `are ${others.length} more causes`}`
  return `${causeText(first)}${more}`
}

const weights: readonly Weight[] = [...gravities, 'fine']

/** The gravest first, then what has lasted longest, then by name. */
export function byWeight(a: FleetRow, b: FleetRow): number {
  const weight = weights.indexOf(a.weight) - weights.indexOf(b.weight)
  if (weight !== 0) return weight
  const [one, other] = [a.since ?? '', b.since ?? '']
  if (one !== other) return one === '' ? 1 : other === '' ? -1 : one < other ? -1 : 1
  return nameOf(a.ref) < nameOf(b.ref) ? -1 : 1
}

const nameOf = (ref: ObjectRef): string => `${formatRef(ref)} ${ref.group}`
