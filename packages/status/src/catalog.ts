import type { StatusDefinition } from './definition.ts'
import type { Lead } from './family/lead.ts'
import type { Reach } from './family/reach.ts'
import { at, type Fields, text } from './fields.ts'
import { type KindRef, kindKey } from './kind.ts'
import { joined, type NarrowKind, narrowName } from './narrow-kind.ts'
import type { KubeObject } from './object.ts'
import { formatChoice, isChosen, isDescribed, type KindChoice } from './served-kind.ts'

/** Files objects of a kind under keys of our own (a Node under its providerID, a route under its parents). */
export interface IndexDefinition {
  readonly kind: KindChoice
  readonly name: string
  readonly keys: (object: KubeObject) => readonly string[]
  /**
   * The keys are asked for one by one and the rest of the kind is never wanted (the Pods of one Node): whoever feeds the
   * world may feed just those, asking a server for them by this field.
   */
  readonly narrow?: NarrowIndex
}

/** How one key of a narrow index is asked for. */
export interface NarrowIndex {
  readonly fieldSelector: string
  /** Set where keys begin with a namespace and a slash: nothing is asked for outside of it. */
  readonly namespaced?: true
}

/** What is worth remembering of a kind. Nothing that a view, an index or a definition reads may be left out. */
export interface ShapeDefinition {
  readonly kind: KindChoice
  readonly keep: (object: KubeObject) => KubeObject
  /** The way back: a status of what is kept, as an object in the layout of `like` has it. Left out: both have one layout. */
  readonly layOut?: (status: Fields, like: KubeObject) => Fields
}

/** All that Sitrep knows how to compute, in the order in which one level rests on another (machines before sets before clusters). */
export interface Catalog {
  readonly definitions: readonly StatusDefinition[]
  readonly indexes: readonly IndexDefinition[]
  readonly shapes: readonly ShapeDefinition[]
  /** Which kinds are not followed whole. */
  readonly narrow: readonly NarrowKind[]
  /** Which objects stand for clusters of their own. */
  readonly reach: readonly Reach[]
  /** What follows from what, for whoever looks for a first cause. */
  readonly leads: readonly Lead[]
}

/** What one family brings into a catalog. */
export type CatalogPart = Pick<Catalog, 'definitions'> & Partial<Catalog>

/** Joins families into one catalog; the order of definitions is kept. Two definitions of one kind are our mistake; a kind that several descriptions fit goes to the first. */
export function createCatalog(...parts: readonly CatalogPart[]): Catalog {
  const indexes = parts.flatMap((part) => part.indexes ?? [])
  const narrow = joined(parts.flatMap((part) => part.narrow ?? []))
  const catalog: Catalog = {
    definitions: parts.flatMap((part) => part.definitions),
    indexes: [...indexes, ...narrow.flatMap(indexesOf).filter((index) => !isAmong(indexes, index))],
    shapes: parts.flatMap((part) => part.shapes ?? []),
    narrow,
    reach: parts.flatMap((part) => part.reach ?? []),
    leads: parts.flatMap((part) => part.leads ?? []),
  }
  refuseTwice(
    'definition',
    catalog.definitions.map((definition) => formatChoice(definition.kind)),
  )
  refuseTwice(
    'index',
    catalog.indexes.map((index) => `${index.name} of ${formatChoice(index.kind)}`),
  )
  refuseTwice(
    'shape',
    catalog.shapes.map((shape) => formatChoice(shape.kind)),
  )
  return catalog
}

// A part may be a catalog that was put together before.
const isAmong = (indexes: readonly IndexDefinition[], { name, kind }: IndexDefinition): boolean =>
  indexes.some((index) => index.name === name && formatChoice(index.kind) === formatChoice(kind))

// By what the objects of a narrow kind are asked for.
const indexesOf = ({ kind, field }: NarrowKind): readonly IndexDefinition[] => [
  {
    kind,
    name: field,
    keys: (object) => [text(at(object, field)) ?? ''],
    narrow: { fieldSelector: field },
  },
  {
    kind,
    name: narrowName,
    keys: ({ metadata }) => [`${metadata.namespace ?? ''}/${metadata.name}`],
    narrow: { fieldSelector: 'metadata.name', namespaced: true },
  },
]

/** The kinds that the definitions of a catalog name; those that they describe are known only beside a cluster. */
export const namedKinds = ({ definitions }: Pick<Catalog, 'definitions'>): readonly KindRef[] =>
  definitions.flatMap(({ kind }) => (isDescribed(kind) ? [] : [kind]))

/** The definition of a kind that the catalog names. */
export const definitionOf = (
  { definitions }: Pick<Catalog, 'definitions'>,
  wanted: KindRef,
): StatusDefinition | undefined =>
  definitions.find(({ kind }) => !isDescribed(kind) && kindKey(kind) === kindKey(wanted))

/** A catalog in which some kinds are as they are reported: neither their own status nor what they would say on others is computed. */
export function withGiven(catalog: Catalog, isGiven: (kind: KindRef) => boolean): Catalog {
  const definitions = catalog.definitions.map((definition) =>
    !isDescribed(definition.kind) && isGiven(definition.kind) ? asReported(definition) : definition,
  )
  return { ...catalog, definitions }
}

// Not left out: how conditions are sorted that others add belongs to the kind, whoever decides its status.
const asReported = (definition: StatusDefinition): StatusDefinition => ({
  ...definition,
  observe: ({ status }) => status ?? {},
  compute: (status) => ({ status, decided: [] }),
})

/** The layouts between which the status of an object goes: the one in which it is remembered, and its own; nothing where they are one. */
export function layoutOf(
  { shapes }: Pick<Catalog, 'shapes'>,
  object: KubeObject,
): Required<Pick<ShapeDefinition, 'keep' | 'layOut'>> | undefined {
  const { keep, layOut } = shapes.find(({ kind }) => isChosen(kind, object)) ?? {}
  return keep === undefined || layOut === undefined ? undefined : { keep, layOut }
}

function refuseTwice(what: string, names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new TypeError(`The catalog has two of this ${what}: ${name}`)
    seen.add(name)
  }
}
