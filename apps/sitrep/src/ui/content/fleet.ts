import { ageOf, type Gravity, gravities, type Meaning, type Span, span } from '@sitrep/present'
import { type Fields, fields, formatRef, refKey } from '@sitrep/status'
import { judge } from '@sitrep/verdict'
import { wordSpan } from '../../output/verdict-meaning.ts'
import type { ComputedObject } from '../../source/computed-world.ts'
import { isObjectNamed } from '../../source/kind-names.ts'
import type { ToldTrouble } from '../../trouble/told-trouble.ts'
import { leadingIn } from '../leading.ts'
import type { Content, Row } from '../page.ts'
import type { Sight } from '../sight.ts'
import { type ColumnPlan, layColumns } from './columns.ts'

// biome-ignore format: the table is read as one; its columns stay aligned
const plansFor = (width: number): readonly ColumnPlan[] => [
  { name: 'WHAT',        least: Math.max(20, Math.floor(width * 0.45)) },
  { name: 'STATUS',      least: 8 },
  { name: 'READY',       least: 5, dispensable: 2 },
  { name: 'AGE',         least: 4, dispensable: 3 },
  { name: 'SINCE',       least: 5, dispensable: 1 },
  { name: 'FIRST CAUSE', least: 32 },
]

export interface FleetOptions {
  readonly now: string
  readonly width: number
  readonly namespace?: string | undefined
  /** All objects of this kind, as people call it; absent: what leads. */
  readonly kind?: string
}

/** What leads in each family, or all of one kind: the worst first, each with its first cause. */
export function fleetContent(sight: Sight, options: FleetOptions): Content {
  const { kind, namespace, width } = options
  const found = kind === undefined ? leadingIn(sight) : namedIn(sight, kind)
  const ranked = found
    .filter(({ ref }) => namespace === undefined || ref.namespace === namespace)
    .map((object) => ({ object, name: formatRef(object.ref), told: sight.told.get(refKey(object.ref)) }))
    .toSorted((a, b) => rankOf(a.told) - rankOf(b.told) || (a.name < b.name ? -1 : 1))
  const cells = ranked.map(({ object, told }) => cellsOf(object, told, { sight, ...options }))
  const { heading, lay } = layColumns(plansFor(width), cells, width)
  const rows = ranked.map(({ object }, at): Row => {
    const own = cells[at] ?? []
    const search = own
      .map(({ text }) => text)
      .join(' ')
      .toLowerCase()
    const detail = own.at(-1)
    return {
      key: refKey(object.ref),
      ref: object.ref,
      search,
      ...(detail !== undefined && { detail }),
      line: () => lay(own),
    }
  })
  const title = kind === undefined ? 'Fleet' : kind
  return { title: `${title} (${rows.length})`, heads: [heading], rows, filtered: true, detailed: true }
}

const namedIn = ({ objects, families }: Sight, kind: string): readonly ComputedObject[] =>
  objects.filter((each) => isObjectNamed(kind, each, families))

const rankOf = (told: ToldTrouble | undefined): number =>
  told === undefined ? gravities.length : gravities.indexOf(told.gravity)

/** What a gravity is called where things are counted, and what it means. */
export const gravityWords: Readonly<Record<Gravity, readonly [words: string, meaning: Meaning]>> = {
  wrong: ['wrong', 'bad'],
  unclear: ['unclear', 'unknown'],
  paused: ['paused', 'unknown'],
  underway: ['under way', 'progressing'],
}

interface Seeing {
  readonly sight: Sight
  readonly now: string
  readonly kind?: string
}

function cellsOf(
  { ref, computed }: ComputedObject,
  told: ToldTrouble | undefined,
  { sight, now, kind }: Seeing,
): readonly Span[] {
  const { creationTimestamp } = computed.metadata
  return [
    // Where all are of one kind, nobody has to be told.
    span(kind === undefined ? formatRef(ref) : formatRef({ ...ref, kind: '' }).trim()),
    statusSpan(computed, told, sight),
    span(readyOf(computed.status)),
    span(creationTimestamp === undefined ? '' : ageOf(creationTimestamp, now), 'muted'),
    span(told?.since === undefined ? '' : ageOf(told.since, now)),
    span(told === undefined ? '' : causeOf(told)),
  ]
}

// What is wrong is called by how grave it is; what is well by its verdict, which may be that it has nothing to tell.
function statusSpan(computed: ComputedObject['computed'], told: ToldTrouble | undefined, sight: Sight): Span {
  if (told === undefined) return wordSpan(judge(computed, { now: sight.at, families: sight.families }))
  const [words, meaning] = gravityWords[told.gravity]
  return span(`${words.slice(0, 1).toUpperCase()}${words.slice(1)}`, meaning)
}

// The first cause with the object at which it lies, unless that is this one.
function causeOf({ ref, causes }: ToldTrouble): string {
  const [first] = causes
  if (first === undefined) return ''
  const own = refKey(first.ref) === refKey(ref)
  const { namespace: _same, ...near } = first.ref
  const where = own ? '' : `${formatRef(first.ref.namespace === ref.namespace ? near : first.ref)}: `
  const more = causes.length === 1 ? '' : ` (and ${causes.length - 1} more)`
  return `${where}${first.words}${more}`
}

/** How many are ready of how many there should be: as the object counts itself, else what it counts of its parts, added up. */
export function readyOf(status: unknown): string {
  const own = countsIn(fields(status))
  const counts = own.length > 0 ? own : Object.values(fields(status)).map(fields).flatMap(countsIn)
  if (counts.length === 0) return ''
  const wanted = counts.reduce((sum, each) => sum + each.wanted, 0)
  // A count that nobody took is not zero.
  const ready = counts.reduce((sum, each) => sum + (each.ready ?? Number.NaN), 0)
  return `${Number.isNaN(ready) ? '?' : ready}/${wanted}`
}

function countsIn({ readyReplicas, desiredReplicas, replicas }: Fields): readonly Count[] {
  const wanted = desiredReplicas ?? replicas
  if (typeof wanted !== 'number') return []
  return [{ wanted, ready: typeof readyReplicas === 'number' ? readyReplicas : undefined }]
}

interface Count {
  readonly ready: number | undefined
  readonly wanted: number
}
