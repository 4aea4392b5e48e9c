import type { Field } from '../foreign/walk.ts'
import { generationSense } from '../generations.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { type Signal, type SignalSense, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { conditionSense, toldReason } from './condition-sense.ts'
import { polarityOf, readType, type TypeReading } from './polarity.ts'
import type { FoundCondition } from './read-condition.ts'
import { type Scope, scopesOf } from './scopes.ts'

/** What the conditions of an object say, wherever it keeps them. */
export function conditionSignals(subject: Subject, lists: readonly Field[]): readonly Signal[] {
  const scopes = scopesOf(subject, lists)
  return [
    ...scopes.flatMap((scope) => scope.conditions.map((condition) => oneSignal(condition, scope, subject))),
    ...missingTypes(scopes, subject),
  ]
}

function oneSignal(condition: FoundCondition, scope: Scope, subject: Subject): Signal {
  const reading = readType(condition.type, subject.knowledge)
  const sense = contradicts(condition, reading)
    ? 'bad'
    : awaited(condition, { reading, scope }, conditionSense(condition, reading, subject))
  const outdated = isOutdated(condition, reading, subject)
  const whole = scope.of === 'whole' && reading.role !== 'part'
  return signal({
    path: `${scope.path}[${condition.type}]`,
    value: textOf(condition),
    says: outdated ? agedSaying(condition, subject) : sayingOf(condition),
    sense,
    of: whole ? 'whole' : 'part',
    polarity: { is: polarityOf[reading.role], from: reading.from },
    ...((reading.known || toldReason(condition, subject.knowledge) !== undefined) && { known: true }),
    ...(outdated && { outdated }),
    // Whatever its type means, a reason that names a failure does.
    ...(((reading.from === 'guess' && !namesFailure(condition, sense)) ||
      contradicts(condition, reading)) && {
      guessed: true,
    }),
    ...(isDenial(condition, reading) && !contradicts(condition, reading) && { denies: true }),
  })
}

const isDenial = ({ status }: FoundCondition, { role }: TypeReading): boolean =>
  (role === 'problem' || role === 'final') && status === 'False'

// A failure that is denied for the reason of an error is none that is denied: somebody has mistaken the polarity.
const contradicts = (condition: FoundCondition, reading: TypeReading): boolean =>
  isDenial(condition, reading) &&
  readSense(condition.reason) === 'bad' &&
  readSense(condition.message, 'prose') === 'bad'

// A part that is not yet applied, synced, delivered or up to date is on its way, unless somebody says why it is not.
const awaited = (
  { type }: FoundCondition,
  { reading, scope }: { reading: TypeReading; scope: Scope },
  sense: SignalSense,
): SignalSense =>
  sense === 'unready' &&
  (scope.of === 'part' || reading.role === 'part') &&
  /(applied|synced|delivered|updated|up-?to-?date)$/i.test(type)
    ? 'progress'
    : sense

// Only what would decide is asked for its generation: a remark of long ago does no harm.
function isOutdated(
  { type, observedGeneration }: FoundCondition,
  { role }: TypeReading,
  subject: Subject,
): boolean {
  if (role !== 'whole' || subject.knowledge.some(({ unversioned }) => unversioned?.includes(type)))
    return false
  // Zero is what Go writes for a generation that was never set.
  if (observedGeneration === undefined || observedGeneration === 0) return false
  return generationSense(observedGeneration, subject.generation) === 'outdated'
}

const textOf = ({ status, reason, message }: FoundCondition): string => {
  const why = [reason, message].filter((part) => part !== '').join(': ')
  return why === '' ? status : `${status} ${why}`
}

const sayingOf = ({ type, status, reason, message }: FoundCondition): string => {
  const why = [reason, message].filter((part) => part !== '').join(': ')
  return why === '' ? `${type} is ${status}` : `${type} is ${status} (${why})`
}

const namesFailure = ({ reason }: FoundCondition, sense: SignalSense): boolean =>
  sense === 'bad' && readSense(reason) === 'bad'

const agedSaying = ({ type, observedGeneration }: FoundCondition, { generation }: Subject): string =>
  `${type} is about generation ${observedGeneration}, the object is at generation ${generation}`

function missingTypes(scopes: readonly Scope[], { knowledge }: Subject): readonly Signal[] {
  const needs = knowledge.find((each) => each.needs !== undefined)?.needs ?? []
  const reported = new Set(
    scopes
      .filter((scope) => scope.of === 'whole')
      .flatMap(({ conditions }) => conditions.map(({ type }) => type)),
  )
  return needs
    .filter((type) => !reported.has(type))
    .map((type) =>
      signal({
        path: `status.conditions[${type}]`,
        value: '',
        says: `${type} is not reported`,
        sense: 'missing',
        of: 'whole',
        known: true,
      }),
    )
}
