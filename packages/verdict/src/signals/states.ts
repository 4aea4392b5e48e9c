import type { Sense } from '@sitrep/status'
import { shown } from '../foreign/text.ts'
import type { Field } from '../foreign/walk.ts'
import { awaitsApproval } from '../lexicon/phrases.ts'
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
  if (typeof value === 'number') return numberedState(subject, field)
  if (typeof value !== 'string' || value === '' || value.length > longestState) return undefined
  const of = stateOf(subject, field)
  if (of === undefined) return undefined
  const sense = readState(value)
  const says = `${path.slice('status.'.length)} is ${shown(value)}`
  const unread = sense === undefined && of === 'whole' && isWord(value)
  return signal({
    path,
    value,
    says,
    of,
    sense: atStep(field, sense) ?? ofStage(field, signalSense(sense, { of, value, subject })),
    ...(unread && { unread }),
  })
}

// A state by number means something to those who have counted them, and nothing to anybody else.
function numberedState(subject: Subject, field: Field): Signal | undefined {
  const { key, path, value } = field
  if (!/^(\w+S|s)tat(e|us)$|^(\w+P|p)hase$/.test(key) || stateOf(subject, field) !== 'whole') return undefined
  const says = `${path.slice('status.'.length)} is ${String(value)}`
  return signal({ path, value: String(value), says, of: 'whole', sense: 'neutral', unread: true })
}

// A yes or no in a state is the business of whoever reads flags, and a ratio of whoever counts.
const readState = (value: string): Sense | undefined =>
  /^(true|false|\d+\/\d+)$/i.test(value)
    ? undefined
    : awaitsApproval(splitWords(value).join(' '))
      ? 'paused'
      : readSense(value)

// A name of a state that is only not known; an address, a time or a number is none.
const isWord = (value: string): boolean =>
  /^[A-Za-z][A-Za-z _-]*$/.test(value) && !/^(true|false)$/i.test(value)

// Where a rollout stands at a step that pauses, the whole of it does.
const atStep = ({ key }: Field, sense: Sense | undefined): 'paused' | undefined =>
  sense === 'paused' && /^current(Step|Stage)/.test(key) ? 'paused' : undefined

/** A stage's result speaks for its stage: that one stage went well is one step of several. */
function ofStage({ key, owner }: Field, sense: SignalSense): SignalSense {
  if (sense !== 'good' && sense !== 'done') return sense
  if (/^(stage|step)[A-Z]/.test(key)) return 'step'
  const stage = ['stage', 'step', 'currentStage', 'currentStep'].map((name) => owner[name]).find(isText)
  if (!/^(result|outcome|verdict)$/.test(key) || stage === undefined) return sense
  const said = readSense(stage)
  return said === 'good' || said === 'done' ? sense : 'step'
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether a key names a state: `phase`, `syncStatus`. */
export const isStateName = (key: string): boolean => stateNouns.has(splitWords(key).at(-1) ?? '')

/** Whether a field holds a state, and of what: the whole object, or a part of it. */
function stateOf(subject: Subject, { key, depth, above, path }: Field): 'whole' | 'part' | undefined {
  const words = splitWords(key)
  if (!isStateName(key) || notPresent.has(words[0] ?? '')) return undefined
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
  readonly value: string
  readonly subject: Pick<Subject, 'ends' | 'schedule'>
}

/** What a state says of its object. */
export function signalSense(sense: Sense | undefined, { of, value, subject }: Speaker): SignalSense {
  const { ends, schedule } = subject
  switch (sense) {
    case 'final':
      return 'final'
    case 'bad':
      return ends && of === 'whole' ? 'final' : 'bad'
    case 'unready':
      return of === 'whole' ? 'unready' : 'progress'
    case 'warning':
      return 'unready'
    case 'progress':
    case 'task':
      return 'progress'
    case 'paused':
      return of === 'whole' ? 'paused' : 'neutral'
    case 'unknown':
      return of === 'whole' ? 'unknown' : 'neutral'
    case 'step':
      // Of what does not end, to be accepted is all that there is to say.
      if (!ends && /^accepted$/i.test(value)) return 'good'
      // A schedule that is scheduled rests until its time has come.
      if (schedule && of === 'whole') return 'good'
      return of === 'whole' ? 'step' : 'neutral'
    case 'done':
      return of === 'whole' ? 'done' : 'good'
    case 'good':
      // A work that is running is under way, not done; one that is "bound" or "valid" has got what it was for.
      return ends && /^(running|active|started|deployed|installed)$/i.test(value) ? 'progress' : 'good'
    case 'none':
      // Of a part it says that there is nothing to judge, of the whole that somebody has switched it off.
      return of === 'whole' && /^(disabled|scaled.?to.?zero)$/i.test(value) ? 'paused' : 'neutral'
    case undefined:
      return 'neutral'
  }
}

const telling: ReadonlySet<string> = new Set(['message', 'reason'])

/** What the message and the reason of a status say, where they are a state in themselves. Never more than a guess: prose means many things. */
export function messageSignals(fields: readonly Field[]): readonly Signal[] {
  return fields.flatMap(({ key, path, value, depth }) => {
    if (depth !== 1 || !telling.has(key) || typeof value !== 'string') return []
    const says = `${key} is ${shown(value)}`
    if (awaitsApproval(value))
      return [signal({ path, value, says, sense: 'paused', of: 'whole', guessed: true })]
    const sense = readSense(value, 'prose')
    // A single word is a state; a sentence counts only for what is wrong.
    const good = sense === 'good' && splitWords(value).length === 1
    if (!good && sense !== 'bad' && sense !== 'final') return []
    return [signal({ path, value, says, sense: good ? 'good' : 'bad', of: 'whole', guessed: true })]
  })
}
