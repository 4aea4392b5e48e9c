import type { KindKnowledge, Role, Sense } from '@sitrep/status'
import { readLastSense } from '../lexicon/read-sense.ts'
import { senseOf } from '../lexicon/senses.ts'
import { splitWords } from '../lexicon/split-words.ts'
import type { Polarity, PolarityOrigin } from '../verdict.ts'
import { knownTypes } from './known-types.ts'

/** How a condition type is read, and how that is known. */
export interface TypeReading {
  readonly role: Role
  readonly from: PolarityOrigin
  /** A fact about this very kind says so. */
  readonly known?: true
}

/** Reads a condition type: by the tables first, then by the words of its name, at last by the conventions. */
export function readType(type: string, knowledge: readonly KindKnowledge[]): TypeReading {
  const plain = type.slice(type.lastIndexOf('/') + 1)
  const told = toldBy(knowledge, type)
  if (told !== undefined) return { role: told, from: 'registry', known: true }
  const general = knownTypes.get(plain.toLowerCase())
  if (general !== undefined) return { role: general, from: 'registry' }
  const named = roleByName(plain)
  if (named !== undefined) return { role: named, from: 'name' }
  // The conventions want adjectives and past participles, of which True is the expected answer.
  return { role: 'part', from: 'guess' }
}

function toldBy(knowledge: readonly KindKnowledge[], type: string): Role | undefined {
  for (const { conditions, otherConditions } of knowledge) {
    if (conditions !== undefined && Object.hasOwn(conditions, type)) return conditions[type]
    if (otherConditions !== undefined) return otherConditions
  }
  return undefined
}

const roleOfSense: Readonly<Record<Sense, Role>> = {
  final: 'final',
  bad: 'problem',
  unready: 'problem',
  warning: 'neutral',
  paused: 'pause',
  progress: 'progress',
  unknown: 'neutral',
  step: 'step',
  none: 'neutral',
  done: 'part',
  good: 'part',
  task: 'progress',
}

function roleByName(type: string): Role | undefined {
  const words = splitWords(type)
  const last = words.at(-1) ?? ''
  // What could be done with a thing says nothing about its state: Upgradeable, LiveMigratable.
  if (/[ai]ble$/.test(last) && !senseOf.has(last)) return 'neutral'
  // That there is something newer says nothing about what is here.
  if (/(update|upgrade|version)s?available$/i.test(type)) return 'neutral'
  if (/reconcil\w*disabled$/i.test(type)) return 'pause'
  const sense = senseOfType(type)
  // "Created" is a stage of the object itself, "NetworkCreated" is something that it has got.
  if (sense === 'step' && words.length > 1 && !/(scheduled|started|launched|submitted)$/i.test(type)) {
    return 'part'
  }
  if (sense !== undefined) return roleOfSense[sense]
  // A lack is a problem, whatever is lacking: NoMatchingInstance.
  return words[0] === 'no' || words[0] === 'not' ? 'problem' : undefined
}

// "ErrorsExist" is about the errors, not about their being there; "UserExists" is about that.
function senseOfType(type: string): Sense | undefined {
  const what = /^(.+)(Exists?|Present)$/.exec(type)?.[1]
  const bad = what === undefined ? undefined : readLastSense(what)
  return bad === 'bad' || bad === 'final' ? bad : readLastSense(type)
}

/** The polarity that a role stands for, as it is shown. */
export const polarityOf: Readonly<Record<Role, Polarity>> = {
  whole: 'positive',
  part: 'positive',
  step: 'positive',
  ending: 'positive',
  activity: 'positive',
  problem: 'negative',
  final: 'negative',
  progress: 'progress',
  pause: 'pause',
  neutral: 'neutral',
}
