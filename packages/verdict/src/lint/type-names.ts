import { splitWords } from '../lexicon/split-words.ts'
import { ownTypesOf } from './built-in.ts'
import { eachCondition, readingOf } from './each-condition.ts'
import type { StateRule } from './rule.ts'

// What the schema of metav1.Condition takes.
const accepted =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const longest = 316

const plainName = (type: string): string => type.slice(type.lastIndexOf('/') + 1)

/** The name of a condition tells what it means, and to whom it belongs. */
export const typeNameRules: readonly StateRule[] = [
  {
    id: 'bad-condition-type',
    severity: 'error',
    on: 'every',
    title: 'A condition type is a name, perhaps with a domain in front',
    why: 'An API server refuses a condition with any other type, and with it the whole status.',
    fix: 'Write CamelCase, or example.com/CamelCase.',
    find: eachCondition('type', ({ type }) =>
      type !== '' && (type.length > longest || !accepted.test(type.slice(0, longest + 1)))
        ? `${JSON.stringify(type.slice(0, 60))} is no name of a condition`
        : undefined,
    ),
  },
  {
    id: 'type-not-camel-case',
    severity: 'warning',
    on: 'custom',
    title: 'A condition type is written in CamelCase',
    why: 'kubectl wait --for=condition=… compares without regard to case, others do not; one manner of writing saves both.',
    fix: 'Write DatabaseReady, not databaseReady or database_ready.',
    find: eachCondition('type', ({ type }) => {
      const name = plainName(type)
      return name !== '' && accepted.test(type) && !/^[A-Z][A-Za-z0-9]*$/.test(name)
        ? `The type ${type} is not in CamelCase`
        : undefined
    }),
  },
  {
    id: 'unknown-polarity',
    severity: 'note',
    on: 'custom',
    title: 'The name of a condition tells which answer is the good one',
    why: 'Tools must guess whether True is good news: a dashboard shows a fault in green, or a healthy object in red.',
    fix: 'Use an adjective or a past participle that is good when True (Ready, VolumeAttached), or one that names a fault (Degraded, QuotaExceeded).',
    find: eachCondition('type', (entry, subject) =>
      entry.type !== '' && readingOf(entry, subject).from === 'guess'
        ? `Nothing tells whether ${entry.type} is good when True`
        : undefined,
    ),
  },
  {
    id: 'negated-type',
    severity: 'warning',
    on: 'custom',
    title: 'No condition type is a negation',
    why: 'NotReady=False has to be turned round twice in the head, and by every tool.',
    fix: 'Name the positive state (Ready), or the fault itself (Unreachable, Degraded).',
    find: eachCondition('type', ({ type }) => {
      const [first] = splitWords(plainName(type))
      return first === 'not' || first === 'no' || first === 'non'
        ? `The type ${type} is a negation`
        : undefined
    }),
  },
  {
    id: 'unprefixed-custom-type',
    severity: 'note',
    on: 'every',
    title: 'A condition on a kind of somebody else carries a domain',
    why: 'Two programs that both write Healthy on a Pod or Node overwrite each other, and Kubernetes may use the name itself one day.',
    fix: 'Write example.com/Healthy.',
    find: (subject) => {
      const own = subject.builtIn ? ownTypesOf(subject.kind) : undefined
      if (own === undefined) return []
      return eachCondition('type', ({ type }) =>
        type === '' || type.includes('/') || own.includes(type)
          ? undefined
          : `${type} is no condition of Kubernetes itself and has no domain in front`,
      )(subject)
    },
  },
]
