import { conditionLimits } from '@sitrep/conditions'
import { eachCondition, followsSeverities, nameOf, textOf } from './each-condition.ts'
import type { StateRule } from './rule.ts'

// What the schema of metav1.Condition takes.
const accepted = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/
const camelCase = /^[A-Z][A-Za-z0-9]*$/

/** Every condition says why, in one word for machines. */
export const reasonRules: readonly StateRule[] = [
  {
    id: 'reason-missing',
    severity: 'error',
    on: 'custom',
    title: 'Every condition has a reason',
    why: 'The reason is what programs and alerts go by. metav1.Condition demands one, so a list of that type cannot even be written back.',
    fix: 'Give every outcome a reason, also the good one, for example reason: Available.',
    find: eachCondition('reason', (entry, subject) => {
      if (textOf(entry, 'reason') !== '') return undefined
      const well = entry.fields['status'] === 'True'
      return well && followsSeverities(entry, subject) ? undefined : `${nameOf(entry)} has no reason`
    }),
  },
  {
    id: 'bad-reason',
    severity: 'error',
    on: 'custom',
    title: 'A reason is one word of letters, digits, _ , and :',
    why: 'An API server refuses a condition with any other reason, and with it the whole status.',
    fix: 'Put the sentence into the message and a CamelCase word into the reason.',
    find: eachCondition('reason', (entry, subject) => {
      const reason = textOf(entry, 'reason')
      if (reason === '' || accepted.test(reason) || followsSeverities(entry, subject)) return undefined
      return `${nameOf(entry)} has the reason ${JSON.stringify(shortened(reason))}`
    }),
  },
  {
    id: 'reason-not-camel-case',
    severity: 'warning',
    on: 'custom',
    title: 'A reason is written in CamelCase',
    why: 'Reasons are an API that people match on; one manner of writing keeps them findable.',
    fix: 'Write WaitingForVolume, not waiting_for_volume.',
    find: eachCondition('reason', (entry) => {
      const reason = textOf(entry, 'reason')
      if (!accepted.test(reason) || camelCase.test(reason)) return undefined
      return `${nameOf(entry)} has the reason ${shortened(reason)}`
    }),
  },
  {
    id: 'reason-too-long',
    severity: 'error',
    on: 'every',
    title: `A reason has at most ${conditionLimits.reason} characters`,
    why: 'An API server refuses a longer one, and with it the whole status.',
    fix: 'Put details into the message.',
    find: eachCondition('reason', (entry) => {
      const { length } = textOf(entry, 'reason')
      return length > conditionLimits.reason
        ? `The reason of ${nameOf(entry)} has ${length} characters`
        : undefined
    }),
  },
]

const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 60)}…`)
