import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type AggregateOptions, aggregate } from './aggregate.ts'
import { anyObjects } from './arbitrary.testing.ts'
import { compareBytes } from './byte-order.ts'
import type { Condition } from './condition.ts'
import { getCondition } from './get.ts'
import { compareInstants } from './instant.ts'
import { indent } from './merge/indent.ts'
import { pluralOf } from './merge/plural.ts'
import { type MergePriority, mergePriorities, priorityByStatus } from './merge/strategy.ts'
import type { ConditionedObject } from './source.ts'

interface Report {
  readonly object: ConditionedObject
  readonly condition: Condition
  readonly priority: MergePriority
}

const missing: Condition = {
  type: 'Ready',
  status: 'Unknown',
  reason: '',
  message: 'Condition Ready not yet reported',
}
const leftovers = { issue: 'with other issues', unknown: 'with status unknown', info: 'with additional info' }

// The documented steps one after the other, with a sort wherever an order is asked for: slow, and easy to check.
function plainly(objects: readonly ConditionedObject[], { group, first }: AggregateOptions): string {
  const reports = reportsOf(objects)
  const problems = reports.filter(({ priority }) => priority !== 'info')
  const told = problems.length > 0 ? problems : reports.filter(({ condition }) => condition.message !== '')
  const wordOf = (object: ConditionedObject): string => group?.(object) ?? object.kind
  const leads = (object: ConditionedObject): boolean => first?.(object) ?? false
  const leading = new Set(told.filter(({ object }) => leads(object)).map(({ object }) => object.name))
  const sharing = once((message) => told.filter(({ condition }) => condition.message === message))
  const rank = once((message) =>
    Math.min(...sharing(message).map(({ priority }) => mergePriorities.indexOf(priority))),
  )
  const goesLast = once((message) => Number(!sharing(message).some(({ object }) => leads(object))))
  const lines: string[] = []
  let budget = 3
  for (const word of [...new Set(told.map(({ object }) => wordOf(object)))].sort(compareBytes)) {
    const ofWord = told.filter(({ object }) => wordOf(object) === word)
    const names = once((message) =>
      ofWord.filter(({ condition }) => condition.message === message).map(({ object }) => object.name),
    )
    const joined = once((message) => names(message).join(','))
    const messages = [...new Set(ofWord.map(({ condition }) => condition.message))].sort(
      (a, b) =>
        goesLast(a) - goesLast(b) ||
        rank(a) - rank(b) ||
        names(b).length - names(a).length ||
        compareBytes(joined(a), joined(b)) ||
        compareBytes(a, b),
    )
    const left = messages.slice(budget)
    for (const message of messages.slice(0, budget))
      lines.push(header(word, names(message), leading) + indent(message))
    budget -= messages.length - left.length
    for (const [at, priority] of mergePriorities.entries()) {
      const count = left.filter((message) => rank(message) === at).flatMap(names).length
      if (count > 0) lines.push(`And ${count} ${count === 1 ? word : pluralOf(word)} ${leftovers[priority]}`)
    }
  }
  return lines.join('\n')
}

/** Asks once for each message: sorting thousands asks again and again. */
function once<Answer>(ask: (message: string) => Answer): (message: string) => Answer {
  const answers = new Map<string, Answer>()
  return (message) => {
    const known = answers.get(message)
    if (known !== undefined) return known
    const answer = ask(message)
    answers.set(message, answer)
    return answer
  }
}

function reportsOf(objects: readonly ConditionedObject[]): Report[] {
  return objects
    .map((object) => {
      const condition = getCondition(object.conditions, 'Ready') ?? missing
      return { object, condition, priority: priorityByStatus(condition.status, false) }
    })
    .sort(
      (a, b) =>
        mergePriorities.indexOf(a.priority) - mergePriorities.indexOf(b.priority) ||
        compareInstants(a.condition.lastTransitionTime, b.condition.lastTransitionTime) ||
        compareBytes(a.object.name, b.object.name),
    )
}

function header(word: string, names: readonly string[], leading: ReadonlySet<string>): string {
  const sorted = names.toSorted(
    (a, b) => Number(leading.has(b)) - Number(leading.has(a)) || compareBytes(a, b),
  )
  const more = names.length > 3 ? `, ... (${names.length - 3} more)` : ''
  return `* ${names.length === 1 ? word : pluralOf(word)} ${sorted.slice(0, 3).join(', ')}${more}:`
}

const leading = ({ labels }: ConditionedObject): boolean => Object.hasOwn(labels ?? {}, 'leads')
const wishes: readonly AggregateOptions[] = [
  {},
  { first: leading },
  { first: (object) => object.kind === 'Machine' && leading(object) },
  { group: ({ namespace, kind }) => (namespace ? `${namespace} ${kind}` : 'Thing'), first: leading },
]

describe('the one pass of an aggregate', () => {
  it('tells what the documented steps tell, also for names that are there twice', () => {
    fc.assert(
      fc.property(anyObjects, fc.constantFrom(...wishes), (objects, wish) => {
        assert.equal(aggregate(objects, 'Ready', wish).condition.message, plainly(objects, wish))
      }),
      { numRuns: 2_000 },
    )
  })

  it('tells the same of thousands of objects with few messages, and with many', () => {
    for (const messages of [4, 500]) {
      const objects = Array.from({ length: 2_000 }, (_, i) => ({
        kind: i % 3 === 0 ? 'MachineSet' : 'Machine',
        name: `m${(i * 7919) % 2_000}`,
        ...(i % 400 === 1 && { labels: { leads: '' } }),
        conditions: [
          {
            type: 'Ready',
            status: i % 5 === 0 ? ('Unknown' as const) : ('False' as const),
            reason: 'R',
            message: `problem ${(i * 31) % messages}`,
            lastTransitionTime: `2024-01-01T00:00:0${i % 7}Z`,
          },
        ],
      }))
      for (const wish of wishes)
        assert.equal(aggregate(objects, 'Ready', wish).condition.message, plainly(objects, wish))
    }
  })
})
