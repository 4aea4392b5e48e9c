import { ageOf, type Line, safeText, span, withoutName, wrap } from '@sitrep/present'
import { groupOf, type KubeObject, type ObjectRef, refKey, valuesAt } from '@sitrep/status'
import type { ComputedObject } from '../source/computed-world.ts'
import type { JudgedBranch } from './branch-verdict.ts'

const mostEvents = 5
const mostLines = 2

/** How events are shown. */
export interface EventOptions {
  readonly now: string
  readonly width: number | undefined
}

/** The last events that matter about what stands in a tree: warnings, and changes of what speaks for an object; the newest last. */
export function eventLines(
  tree: JudgedBranch,
  objects: readonly ComputedObject[],
  { now, width }: EventOptions,
): readonly Line[] {
  const told = folded(tellingEvents(tree, objects)).slice(-mostEvents)
  if (told.length === 0) return []
  const widest = Math.max(...told.map(({ at }) => ageOf(at, now).length))
  return [
    [],
    [span('Events:', 'heading')],
    ...told.flatMap(({ at, words, type }) => {
      const age = `  ${ageOf(at, now).padStart(widest)}  `
      const lines = width === undefined ? [words] : shortened(words, width - age.length)
      return lines.map((line, place) => [
        span(place === 0 ? age : ' '.repeat(age.length), 'muted'),
        span(line, type === 'Warning' ? 'bad' : 'plain'),
      ])
    }),
  ]
}

interface ToldEvent {
  readonly at: string
  readonly type: string
  readonly words: string
  /** The same for those that tell of one thing. */
  readonly story: string
  /** Who tells it, and what they are to each other: one cause made all of them, or they are only alike. */
  readonly object: string
  readonly ties: 'because of it' | 'alike'
}

function tellingEvents(tree: JudgedBranch, objects: readonly ComputedObject[]): readonly ToldEvent[] {
  const shown = new Map<string, JudgedBranch>()
  const collect = (branch: JudgedBranch): void => {
    if (branch.object !== undefined) shown.set(refKey(branch.object.ref), branch)
    branch.children.forEach(collect)
  }
  collect(tree)
  return objects
    .filter(({ ref }) => ref.kind === 'Event')
    .flatMap(({ computed }) => {
      const about = subjectOf(computed)
      const branch = about && shown.get(refKey(about))
      return branch === undefined || !tells(computed, branch) ? [] : [toldEvent(computed, branch)]
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

const textAt = (event: KubeObject, ...paths: readonly string[]): string =>
  paths
    .flatMap((path) => valuesAt(event, path))
    .find((found): found is string => typeof found === 'string' && found !== '') ?? ''

// An event of the older API calls its object another way than one of the newer.
function subjectOf(event: KubeObject): ObjectRef | undefined {
  const of = (field: string): string => textAt(event, `involvedObject.${field}`, `regarding.${field}`)
  const [kind, name, namespace] = [of('kind'), of('name'), of('namespace')]
  if (kind === '' || name === '') return undefined
  return { group: groupOf(of('apiVersion')), kind, name, ...(namespace !== '' && { namespace }) }
}

// Of the many conditions that change with each other, the one that speaks for the object tells of all.
function tells(event: KubeObject, { verdict }: JudgedBranch): boolean {
  const [, changed] = /^(\w+) is (?:True|False|Unknown)\b/.exec(textAt(event, 'message', 'note')) ?? []
  return changed === undefined ? textAt(event, 'type') === 'Warning' : changed === verdict?.type
}

function toldEvent(event: KubeObject, { object, label }: JudgedBranch): ToldEvent {
  const message = textAt(event, 'message', 'note').split('\n').join(' ')
  const cause = / \(first cause: (.*)\)$/.exec(message)?.[1]
  const subject = object === undefined ? label : `${object.ref.kind} ${object.ref.name}`
  const at = textAt(
    event,
    'series.lastObservedTime',
    'lastTimestamp',
    'deprecatedLastTimestamp',
    'eventTime',
    'metadata.creationTimestamp',
  )
  return {
    at,
    type: textAt(event, 'type'),
    words: safeText(`${subject}: ${message}`),
    story: cause ?? `${object?.ref.kind} ${withoutName(message, object?.ref.name ?? '')}`,
    object: subject,
    ties: cause === undefined ? 'alike' : 'because of it',
  }
}

// What happened again is told once, when it happened last; and of those that one cause made, the last one speaks.
function folded(events: readonly ToldEvent[]): readonly ToldEvent[] {
  const groups = [...Map.groupBy(events, ({ story }) => story).values()]
  return groups
    .map((group) => {
      const last = group.at(-1) as ToldEvent
      const others = new Set(group.map(({ object }) => object)).size - 1
      const times = group.filter(({ object }) => object === last.object).length
      const more = others > 0 ? `, and ${others} more ${last.ties}` : times > 1 ? ` (${times} times)` : ''
      return { ...last, words: `${last.words}${more}` }
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
}

function shortened(words: string, room: number): readonly string[] {
  const lines = wrap(words, room)
  if (lines.length <= mostLines) return lines
  const kept = lines.slice(0, mostLines)
  return [...kept.slice(0, -1), `${(kept.at(-1) ?? '').slice(0, room - 1)}…`]
}
