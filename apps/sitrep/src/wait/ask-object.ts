import { everyEntry, type KubeObject, parseAddress, parseEntry } from '@sitrep/status'
import {
  type JudgeOptions,
  judge,
  type ReportedCondition,
  type ReportedConditions,
  reportedConditions,
  type Verdict,
  type Word,
} from '@sitrep/verdict'
import { suggestion } from '../suggestion.ts'
import { type Answer, allOf, given, unknown, yes } from './answer.ts'
import type { Question } from './expression.ts'

/** An object that is waited for: there, not there yet, or gone. */
export interface Awaited {
  /** `Widget prod/w`, for people. */
  readonly title: string
  readonly object: KubeObject | undefined
  /** It was there before. */
  readonly gone: boolean
  /** The verdict on the object; absent where there is none. */
  readonly verdict: Verdict | undefined
  /** What the object reports by conditions; absent where there is none. */
  readonly reported: ReportedConditions | undefined
}

/** An object that is there. It is judged and read when somebody asks, and once: of thousands of objects one changes at a time. */
export function arrived(title: string, object: KubeObject, judging: JudgeOptions): Awaited {
  let verdict: Verdict | undefined
  let reported: ReportedConditions | undefined
  return {
    title,
    object,
    gone: false,
    get verdict() {
      verdict ??= judge(object, judging)
      return verdict
    },
    get reported() {
      reported ??= reportedConditions(object, judging.families)
      return reported
    },
  }
}

/** An object that is not there: it never was, or it went. */
export const absentObject = (title: string, was: 'never' | 'before'): Awaited => ({
  title,
  object: undefined,
  gone: was === 'before',
  verdict: undefined,
  reported: undefined,
})

/** Answers a question about one object. What is not reported, or about an older generation, is never a yes. */
export function askObject(question: Question, awaited: Awaited): Answer {
  const { object, gone } = awaited
  if (question.ask === 'deleted') return given(object === undefined, object ? 'it is there' : 'it is gone')
  if (question.ask === 'exists') return given(object !== undefined, object ? 'it is there' : absent(gone))
  const { verdict, reported } = awaited
  if (object === undefined || verdict === undefined || reported === undefined) return unknown(absent(gone))
  switch (question.ask) {
    case 'condition':
      return askCondition(question.type, question.status, reported)
    case 'word':
      return reported.find(question.word).length > 0
        ? askCondition(question.word, 'True', reported)
        : askVerdict(question.word, verdict)
    case 'verdict':
      return askVerdict(question.word, verdict)
    case 'computed':
      return question.answer({ object, reported })
  }
}

const absent = (gone: boolean): string => (gone ? 'it was deleted' : 'it does not exist yet')

// A verdict that nothing or something old rests on cannot deny another.
function askVerdict(wanted: Word, { word, sentence }: Verdict): Answer {
  if (word === wanted) return yes(sentence)
  return word === 'Unknown' || word === 'Stale' ? unknown(sentence) : given(false, sentence)
}

function askCondition(type: string, wanted: string, reported: ReportedConditions): Answer {
  const found = reported.find(type)
  if (found.length === 0) return unreported(type, wanted, reported)
  const missing = reported.unreported.map(unknown)
  // Who names one entry asks about that one; otherwise it is all of them, and one that is missing is missed.
  const nested = !isOneEntry(type) && found.some(({ path }) => path.includes('['))
  return allOf([
    ...found.map((condition) =>
      conditionAnswer(type, wanted, { condition, nested, generation: reported.generation }),
    ),
    ...(nested ? missing : []),
  ])
}

function isOneEntry(address: string): boolean {
  const { at } = parseAddress(address)
  return at !== undefined && parseEntry(at)?.key !== everyEntry
}

interface Found {
  readonly condition: ReportedCondition
  readonly nested: boolean
  readonly generation: number | undefined
}

function conditionAnswer(type: string, wanted: string, { condition, nested, generation }: Found): Answer {
  const { status, reason, message, freshness, about, path } = condition
  const where = nested ? ` at ${path.replace(/\.conditions$/, '')}` : ''
  if (freshness === 'outdated')
    return unknown(
      `${type}${where} is ${status} for generation ${about}, the object is at generation ${generation}`,
    )
  const why = [reason, onOneLine(message)].filter((part) => part !== '').join(': ')
  const unsaid = freshness === 'unsaid' ? ', generation not said' : ''
  return given(status === wanted, `${type}${where} is ${status}${why === '' ? '' : ` (${why})`}${unsaid}`)
}

const longest = 300

// Messages of several lines are lists of bullets, one below another.
function onOneLine(message: string): string {
  const lines = message.split('\n').map((line) => line.replace(/^\s*\*\s+/, '').trim())
  const text = lines
    .filter((line) => line !== '')
    .join('; ')
    .replaceAll(':; ', ': ')
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

// Types that name a fault or an activity are left out while there is none, but only by who has looked at this generation.
function unreported(type: string, wanted: string, reported: ReportedConditions): Answer {
  const { polarityOf, freshness, types, find } = reported
  const polarity = polarityOf(type)
  const leftOut = polarity === 'negative' || polarity === 'progress' || polarity === 'pause'
  const looked =
    freshness === 'current' || types.some((each) => find(each).some((one) => one.freshness === 'current'))
  if (leftOut && looked) return given(wanted === 'False', `${type} is not reported, as while there is none`)
  const has =
    types.length === 0
      ? 'no condition is'
      : `${types.slice(0, 5).join(', ')} ${types.length === 1 ? 'is' : 'are'}`
  const meant = suggestion(type, types)
  return unknown(`${type} is not reported; ${meant === undefined ? has : `did you mean ${meant}?`}`)
}
