import type { StatusDefinition } from './definition.ts'
import type { Lead } from './family/lead.ts'
import type { Reach } from './family/reach.ts'
import type { Fields } from './fields.ts'
import { type KindRef, kindKey } from './kind.ts'
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
  readonly narrow?: { readonly fieldSelector: string }
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
  /** Which objects stand for clusters of their own. */
  readonly reach: readonly Reach[]
  /** What follows from what, for whoever looks for a first cause. */
  readonly leads: readonly Lead[]
}

/** What one family brings into a catalog. */
export type CatalogPart = Pick<Catalog, 'definitions'> & Partial<Catalog>

/** Joins families into one catalog; the order of definitions is kept. Two definitions of one kind are our mistake; a kind that several descriptions fit goes to the first. */
export function createCatalog(...parts: readonly CatalogPart[]): Catalog {
  const catalog: Catalog = {
    definitions: parts.flatMap((part) => part.definitions),
    indexes: parts.flatMap((part) => part.indexes ?? []),
    shapes: parts.flatMap((part) => part.shapes ?? []),
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
