import type { Sense } from '@sitrep/status'
import { shown } from '../foreign/text.ts'
import type { Field } from '../foreign/walk.ts'
import { plainPath } from '../foreign/walk-status.ts'
import { readSense } from '../lexicon/read-sense.ts'
import { splitWords } from '../lexicon/split-words.ts'
import { type Signal, type SignalSense, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

// A state is named in a few words; what is longer is an explanation.
const longestState = 80

const stateNouns: ReadonlySet<string> = new Set(
  'availability compliance compliant condition health outcome phase progress readiness result robustness stage state status verdict'.split(
    ' ',
  ),
)
// "desiredState" and "lastResult" are not the present ones, and a link or a machine may be off on purpose.
const notPresent: ReadonlySet<string> = new Set(
  'desired expected former initial last link old power previous requested target'.split(' '),
)
// A key of these words alone, or of these and the name of the kind, is about the object itself.
const generalWords: ReadonlySet<string> = new Set(
  'cluster current deployment general health instance job lifecycle overall printable provisioning reconcile reconciliation service sync'.split(
    ' ',
  ),
)

/** What the states say that a status holds in words: `phase`, `state`, `health` and their like, per component too. */
export function stateSignals(subject: Subject, fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap((field) => stateSignal(subject, field) ?? [])
}

function stateSignal(subject: Subject, field: Field): Signal | undefined {
  const { value, path } = field
  if (typeof value !== 'string' || value === '' || value.length > longestState) return undefined
  const told = toldState(subject, path, value)
  const of = told === undefined ? stateOf(subject, field) : 'whole'
  if (of === undefined) return undefined
  const sense = told ?? readState(value)
  const says = `${path.slice('status.'.length)} is ${shown(value)}`
  const health = splitWords(field.key).at(-1) === 'health'
  return signal({
    path,
    value,
    says,
    of,
    sense: signalSense(sense, { of, ends: subject.ends, value, health }),
  })
}

// A yes or no in a state is the business of whoever reads flags, and a ratio of whoever counts.
const readState = (value: string): Sense | undefined =>
  /^(true|false|\d+\/\d+)$/i.test(value) ? undefined : readSense(value)

function toldState({ knowledge }: Subject, path: string, value: string): Sense | undefined {
  const plain = plainPath(path)
  for (const { states } of knowledge) {
    const values = states?.[plain]
    if (values === undefined) continue
    if (Object.hasOwn(values, value)) return values[value]
    if (Object.hasOwn(values, '*')) return values['*'] === 'none' ? 'none' : (readSense(value) ?? values['*'])
  }
  return undefined
}

/** Whether a field holds a state, and of what: the whole object, or a part of it. */
function stateOf(subject: Subject, { key, depth, above, path }: Field): 'whole' | 'part' | undefined {
  const words = splitWords(key)
  if (!stateNouns.has(words.at(-1) ?? '') || notPresent.has(words[0] ?? '')) return undefined
  if (path.includes('[')) return 'part'
  if (depth === 1) return isGeneral(words.slice(0, -1), subject) ? 'whole' : 'part'
  // health.status, applicationState.state: a state that is spread over an object.
  const outer = splitWords(above)
  const spread = depth === 2 && words.length === 1 && stateNouns.has(outer.at(-1) ?? '')
  return spread && !outer.includes('operation') && isGeneral(outer.slice(0, -1), subject) ? 'whole' : 'part'
}

function isGeneral(words: readonly string[], { kind }: Subject): boolean {
  const own = splitWords(kind)
  return words.every((word) => generalWords.has(word) || own.includes(word))
}

interface Speaker {
  readonly of: 'whole' | 'part'
  readonly ends: boolean
  readonly value: string
  readonly health: boolean
}

function signalSense(sense: Sense | undefined, { of, ends, value, health }: Speaker): SignalSense {
  switch (sense) {
    case 'final':
      return 'final'
    case 'bad':
      return ends && of === 'whole' ? 'final' : 'bad'
    case 'unready':
      return of === 'whole' ? 'unready' : 'progress'
    case 'warning':
      // A health that warns is no good health, of a part neither.
      return of === 'whole' || health ? 'unready' : 'neutral'
    case 'progress':
    case 'task':
      return 'progress'
    case 'paused':
      return of === 'whole' ? 'paused' : 'neutral'
    case 'unknown':
      return of === 'whole' ? 'unknown' : 'neutral'
    case 'step':
      return of === 'whole' ? 'step' : 'neutral'
    case 'done':
      return of === 'whole' ? 'done' : 'good'
    case 'good':
      // A work that is running is under way, not done; one that is "bound" or "valid" has got what it was for.
      return ends && /^(running|active|started|deployed|installed)$/i.test(value) ? 'progress' : 'good'
    case 'none':
    case undefined:
      return 'neutral'
  }
}

const telling: ReadonlySet<string> = new Set(['message', 'reason'])

/** What the message and the reason of a status say, where they are a state in themselves. Never more than a guess: prose means many things. */
export function messageSignals(fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap(({ key, path, value, depth }) => {
    if (depth !== 1 || !telling.has(key) || typeof value !== 'string') return []
    const sense = readSense(value, 'prose')
    // A single word is a state; a sentence counts only for what is wrong.
    const good = sense === 'good' && splitWords(value).length === 1
    if (!good && sense !== 'bad' && sense !== 'final') return []
    const says = `${key} is ${shown(value)}`
    return [signal({ path, value, says, sense: good ? 'good' : 'bad', of: 'whole', guessed: true })]
  })
}
