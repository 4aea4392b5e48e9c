import { annotationsOf } from '../foreign/annotations.ts'
import type { Field } from '../foreign/walk.ts'
import type { Subject } from '../subject.ts'
import { latestOf } from './latest.ts'
import { type FoundCondition, readConditionList } from './read-condition.ts'

/** One list of conditions: where it lies, and whether it speaks for the whole object. */
export interface Scope {
  readonly path: string
  readonly of: 'whole' | 'part'
  readonly conditions: readonly FoundCondition[]
}

const root = 'status.conditions'
// Cluster API keeps the newer list here while its older model still holds the usual place.
const ahead = 'status.v1beta2.conditions'
// What these hold is all that an object of its kind reports: it has no list of its own, or one that does not cover them.
const entries: ReadonlySet<string> = new Set(['parents', 'listeners', 'ancestors', 'ingress'])

/** All lists of conditions of an object. Where a newer list is there, the older one is not read. */
export function scopesOf(subject: Subject, lists: readonly Field[]): readonly Scope[] {
  const paths = new Set(lists.map(({ path }) => path))
  const alone = !paths.has(root)
  const scopes = lists
    .filter(({ path }) => path !== root || !paths.has(ahead))
    .map((list): Scope => {
      const whole = list.path === root || list.path === ahead || isEntry(list, subject)
      const highest = alone && list.depth <= 2 && !list.path.includes('[')
      return {
        path: list.path,
        of: whole || highest ? 'whole' : 'part',
        conditions: latestOf(readConditionList(list.value)),
      }
    })
  return [...scopes, ...annotated(subject)].filter(({ conditions }) => conditions.length > 0)
}

const isEntry = ({ above }: Field, { knownLists }: Subject): boolean =>
  entries.has(above) || knownLists.some((each) => each.entries !== undefined && each.path.at(-1) === above)

function annotated({ object, knowledge }: Subject): readonly Scope[] {
  const name = knowledge.find(({ conditionsAnnotation }) => conditionsAnnotation)?.conditionsAnnotation
  if (name === undefined) return []
  const text = annotationsOf(object)[name]
  if (text === undefined) return []
  const conditions = latestOf(readConditionList(parseJson(text)))
  return [{ path: `metadata.annotations[${name}]`, of: 'whole', conditions }]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
