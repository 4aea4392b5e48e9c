import { conditionLimits } from '@sitrep/conditions'
import { eachCondition, nameOf, readingOf, textOf } from './each-condition.ts'
import type { StateRule } from './rule.ts'

/** What changes from one look to the next although nothing happened. */
const restless: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a time', /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
  ['a length of time', /\b\d+h\d+m|\b\d+m\d+(?:\.\d+)?s\b|\b\d+\.\d+m?s\b|\b(?:for|after|in) \d+m?s\b/],
  ['a length of time', /\b\d+ (?:seconds?|minutes?|hours?)(?: ago)?\b/],
  [
    'a number of attempts',
    /\b(?:attempts?|retry|retries|tries)[ :#=]+\d+|\b\d+ (?:attempts|retries|tries)\b/i,
  ],
  [
    'how far it is',
    /\b\d{1,3}(?:\.\d+)?% (?:done|complete|completed|downloaded|copied)|progress:? \d{1,3}(?:\.\d+)?%/i,
  ],
  ['an address in memory', /\b0x[0-9a-f]{6,}\b/i],
  ['the id of a request', /request[ -]?id[ :=]+"?[0-9a-f-]{16,}/i],
  ['a conflict that is simply tried again', /the object has been modified; please apply your changes/],
]

// Control and bidi characters; a line break and a tab are text like any other.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/

/** Every condition says in a sentence for people what is the matter, and says the same as long as it is the same. */
export const messageRules: readonly StateRule[] = [
  {
    id: 'message-too-long',
    severity: 'error',
    on: 'every',
    title: `A message has at most ${conditionLimits.message} characters`,
    why: 'An API server refuses a longer one, and with it the whole status: just when something is wrong, nothing is reported.',
    fix: 'Name the first few causes and how many more there are.',
    find: eachCondition('message', (entry) => {
      const { length } = textOf(entry, 'message')
      return length > conditionLimits.message
        ? `The message of ${nameOf(entry)} has ${length} characters`
        : undefined
    }),
  },
  {
    id: 'restless-message',
    severity: 'warning',
    on: 'custom',
    title: 'A message holds no times, ages, attempts or ids that change while the state does not',
    why: 'Every new text is a write, an event for all who watch, and often another reconcile that writes again: a hot loop.',
    fix: 'Say the cause. When it began stands in lastTransitionTime; attempts belong into metrics or Events.',
    find: eachCondition('message', (entry) => {
      const message = textOf(entry, 'message').slice(0, conditionLimits.message)
      const [what] = restless.find(([, pattern]) => pattern.test(message)) ?? []
      return what === undefined ? undefined : `The message of ${nameOf(entry)} holds ${what}`
    }),
  },
  {
    id: 'message-missing',
    severity: 'note',
    on: 'custom',
    title: 'A condition that is not as it should be has a message',
    why: 'Whoever is woken by it reads the message first.',
    fix: 'Say in one sentence what is missing and where to look.',
    find: eachCondition('message', (entry, subject) => {
      if (textOf(entry, 'message').trim() !== '') return undefined
      const { role } = readingOf(entry, subject)
      const [positive, negative] = [
        role === 'whole' || role === 'part',
        role === 'problem' || role === 'final',
      ]
      const { status } = entry.fields
      const trouble = (positive && status === 'False') || (negative && status === 'True')
      return trouble ? `${nameOf(entry)} is ${String(status)} and has no message` : undefined
    }),
  },
  {
    id: 'message-with-control-characters',
    severity: 'warning',
    on: 'every',
    title: 'A message holds no control, escape or bidi characters',
    why: 'A terminal obeys them: a message can hide lines, change colours or show something else than it says.',
    fix: 'Strip colours and control characters from what other programs printed before it becomes a message.',
    find: eachCondition('message', (entry) =>
      control.test(textOf(entry, 'message'))
        ? `The message of ${nameOf(entry)} holds control characters`
        : undefined,
    ),
  },
]
