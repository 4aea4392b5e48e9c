import { ageOf } from '@sitrep/present'
import { at, type Catalog, type Column, isChosen, type KubeObject, list } from '@sitrep/status'
import { columnValue } from '../output/column-value.ts'
import type { ComputedObject } from '../source/computed-world.ts'
import { isObjectNamed, type NamingFamilies } from '../source/kind-names.ts'
import type { ServerRow } from '../source/server-table.ts'
import { typedTargets } from '../source/target.ts'
import type { ReadTarget } from './read-tables.ts'

/** What was asked of objects in files. */
export interface FileQuery {
  readonly words: readonly string[]
  readonly namespace: string | undefined
  /** Whether an object's labels are those that were asked for. */
  readonly selected: (labels: Readonly<Record<string, string>>) => boolean
  readonly catalog: Catalog
  /** Who knows what people call the kinds. */
  readonly families: NamingFamilies
  readonly now: string
}

const age: Column = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 0 }

/** Tables of objects in files, with the columns of our definitions, by kind in the order in which they were named. */
export function fileTables(objects: readonly ComputedObject[], query: FileQuery): readonly ReadTarget[] {
  const crds = objects.flatMap(({ ref, reported }) =>
    ref.kind === 'CustomResourceDefinition' ? [reported] : [],
  )
  return typedTargets(query.words).flatMap(({ kind, names }) => {
    const found = objects.filter((each) => isObjectNamed(kind, each, query.families))
    const groups = Map.groupBy(found, ({ ref }) => `${ref.kind}.${ref.group}`)
    return [...groups.values()].flatMap((members) => fileTable(members, names, { ...query, crds }))
  })
}

function fileTable(
  members: readonly ComputedObject[],
  names: readonly string[],
  query: FileQuery & { readonly crds: readonly KubeObject[] },
): readonly ReadTarget[] {
  const [first] = members
  if (first === undefined) return []
  const { ref, computed } = first
  const definition = query.catalog.definitions.find(({ kind }) => isChosen(kind, computed))
  const columns = definition?.columns ?? columnsIn(query.crds, computed) ?? [age]
  const shown = members.filter(
    ({ ref: each, computed: object }) =>
      (names.length === 0 || names.includes(each.name)) &&
      (query.namespace === undefined || each.namespace === undefined || each.namespace === query.namespace) &&
      query.selected(object.metadata.labels ?? {}),
  )
  const resource = {
    ...ref,
    version: computed.apiVersion.split('/').at(-1) ?? '',
    plural: `${ref.kind.toLowerCase()}s`,
    namespaced: ref.namespace !== undefined,
    names: [],
  }
  const columnDefinitions = [{ name: 'Name', type: 'string', priority: 0 }, ...columns]
  const rows = shown.map((each) => rowOf(each, columns, query.now))
  return [{ resource, names, failures: [], table: { columnDefinitions, rows, metadata: {} } }]
}

// As a server prints it: the columns of the definition, and the age where that names none.
function columnsIn(
  crds: readonly KubeObject[],
  { apiVersion, kind }: KubeObject,
): readonly Column[] | undefined {
  const [group = '', version] = apiVersion.split('/')
  const crd = crds.find(({ spec }) => at(spec, 'group') === group && at(spec, 'names', 'kind') === kind)
  const served = list(at(crd?.spec, 'versions')).find((each) => at(each, 'name') === version)
  const columns = list(at(served, 'additionalPrinterColumns')).map(
    (each): Column => ({
      name: String(at(each, 'name')),
      type: at(each, 'type') === 'date' ? 'date' : 'string',
      jsonPath: String(at(each, 'jsonPath')),
      priority: Number(at(each, 'priority') ?? 0),
    }),
  )
  return crd === undefined ? undefined : columns.length === 0 ? [age] : columns
}

const rowOf = (
  { computed, written }: ComputedObject,
  columns: readonly Column[],
  now: string,
): ServerRow => ({
  object: written,
  cells: [computed.metadata.name, ...columns.map((column) => cellOf(computed, column, now))],
})

function cellOf(object: unknown, column: Column, now: string): unknown {
  const value = columnValue(object, column)
  return column.type === 'date' && typeof value === 'string' ? ageOf(value, now) : value
}
