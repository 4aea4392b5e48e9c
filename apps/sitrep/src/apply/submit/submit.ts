import { type Discovered, discover } from '@sitrep/controller/connection'
import { interruptible } from '../../cluster/interruptible.ts'
import { CommandError } from '../../command.ts'
import { placeOf, type ReadDocument } from '../documents/document.ts'
import { type Stages, stagesOf } from '../documents/order.ts'
import { refuseTwice } from '../documents/refuse-twice.ts'
import type { WatchOptions } from '../follow/watched-objects.ts'
import type { FollowedFamily } from '../following-of.ts'
import { definedKind, ownKind, untilServed } from './established.ts'
import { isPlaced, type Misplaced, type PlacedDocument, place, type Surroundings } from './resolve.ts'
import {
  type Applied,
  type ApplyOptions,
  applyDocument,
  getObject,
  objectionOf,
  rehearseDocument,
  tryOut,
} from './server-side-apply.ts'

export interface SubmitOptions extends ApplyOptions, WatchOptions {
  readonly families: readonly FollowedFamily[]
  readonly namespace: string
  readonly only?: string
  readonly onApplied: (applied: Applied) => void
  /** The server is asked what would become of each document, and nothing is written. */
  readonly rehearsal: boolean
}

/**
 * Applies all documents, or none: the server is asked about each of them before the first is written. Documents that need a namespace or
 * a kind from among them can be asked about only once that is there; they are, before any other document is written.
 */
export async function submit(
  documents: readonly ReadDocument[],
  options: SubmitOptions,
): Promise<readonly Applied[]> {
  const stages = stagesOf(documents, options.families)
  const discovered = await discover(interruptible(options.connection, { interrupted: options.signal }))
  const first = sort(documents, { ...options, discovered })
  // Only here the namespace is known of those that name none.
  refuseTwice(first.placed.map(({ document, object }) => ({ ...document, object })))
  const later = await excused(stages, first, options)
  const now = first.placed.filter(({ document }) => !later.has(document))
  const against = [
    ...first.misplaced.filter(({ document }) => !later.has(document)),
    ...(await objections(now, options)),
  ]
  refuse(against, 'Nothing was applied')
  if (options.rehearsal) {
    const asked = await rehearse(now, options)
    // Nobody can ask about what lies in a namespace, or is of a kind, that is only about to come.
    const coming = first.placed.filter(({ document }) => later.has(document))
    const assumed = coming.map((placed): Applied => ({ placed, result: 'created', object: placed.object }))
    for (const each of assumed) options.onApplied(each)
    return [...asked, ...assumed]
  }
  const namespaces = await write(sort(stages.namespaces, { ...options, discovered }).placed, options)
  const crds = await write(sort(stages.crds, { ...options, discovered }).placed, options)
  const served = crds.length === 0 ? discovered : await untilServed(crds, options)
  const rest = sort(stages.others, { ...options, discovered: served })
  const waiting = rest.placed.filter(({ document }) => later.has(document))
  refuse(
    [...rest.misplaced, ...(await objections(waiting, options))],
    'Only namespaces and definitions were applied',
  )
  return [...namespaces, ...crds, ...(await write(rest.placed, options))]
}

interface Sorted {
  readonly placed: readonly PlacedDocument[]
  readonly misplaced: readonly Misplaced[]
}

function sort(
  documents: readonly ReadDocument[],
  surroundings: Surroundings & { readonly discovered: Discovered },
): Sorted {
  const found = documents.map((document) => place(document, surroundings))
  return {
    placed: found.filter(isPlaced),
    misplaced: found.filter((each): each is Misplaced => !isPlaced(each)),
  }
}

/** The documents whose kind or namespace is about to be made by others of them. */
async function excused(
  { namespaces, crds }: Stages,
  { placed, misplaced }: Sorted,
  { connection, signal }: SubmitOptions,
): Promise<ReadonlySet<ReadDocument>> {
  const kinds = new Set(crds.map(({ object }) => definedKind(object)))
  const coming = new Set<string>()
  for (const { object } of namespaces) {
    const { name } = object.metadata
    const there = await getObject(connection, `/api/v1/namespaces/${encodeURIComponent(name)}`, signal)
    if (there === undefined) coming.add(name)
  }
  // A CRD that is there already may be about to change.
  const early = placed.filter(
    ({ object }) => coming.has(object.metadata.namespace ?? '') || kinds.has(ownKind(object)),
  )
  const undefinedYet = misplaced.filter(
    ({ document, unserved }) => unserved && kinds.has(ownKind(document.object)),
  )
  return new Set([...early, ...undefinedYet].map(({ document }) => document))
}

async function objections(
  documents: readonly PlacedDocument[],
  options: ApplyOptions,
): Promise<readonly Misplaced[]> {
  const found: Misplaced[] = []
  for (const placed of documents) {
    const why = await tryOut(placed, options)
    if (why !== undefined) found.push({ document: placed.document, why })
  }
  return found
}

function refuse(against: readonly Misplaced[], applied: string): void {
  if (against.length === 0) return
  const lines = against.map(({ document, why }) => `${placeOf(document)}: ${why}`)
  throw new RefusedDocuments([...lines, applied])
}

/** Some documents are not as they must be; each of them is named with its place. */
export class RefusedDocuments extends CommandError {
  override readonly name: string = 'RefusedDocuments'
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(1, lines.join('\n'))
    this.lines = lines
  }
}

async function rehearse(
  documents: readonly PlacedDocument[],
  options: SubmitOptions,
): Promise<readonly Applied[]> {
  const done: Applied[] = []
  for (const placed of documents) {
    const applied = await rehearseDocument(placed, options)
    options.onApplied(applied)
    done.push(applied)
  }
  return done
}

async function write(
  documents: readonly PlacedDocument[],
  options: SubmitOptions,
): Promise<readonly Applied[]> {
  const done: Applied[] = []
  for (const placed of documents) {
    try {
      const applied = await applyDocument(placed, options)
      options.onApplied(applied)
      done.push(applied)
    } catch (error) {
      const left = documents.length - done.length
      const rest = left === 1 ? 'it was not applied' : `it and ${left - 1} after it were not applied`
      throw new RefusedDocuments([`${placeOf(placed.document)}: ${objectionOf(error)}`, rest])
    }
  }
  return done
}
