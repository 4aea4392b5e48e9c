import { type OpenApi, profiles } from '@sitrep/status'
import { builtInFamilies } from '../../../apps/sitrep/src/families/families.ts'
import { withSettings } from '../../../apps/sitrep/src/families/settings.ts'
import { registry } from '../../../apps/sitrep/src/registry.ts'
import { catalogParts, familyParts } from '../../families.ts'
import { allRows, kindWord } from '../../rows/rows-seen.ts'
import type { Vector } from '../../vectors/vector.ts'
import { root } from '../../workspace.ts'
import { rowsReached, tableText } from './rows-reached.ts'

/** All that references can lead to, each by the words in which a reference names it. */
export interface Known {
  /** The folder that paths begin in. */
  readonly root: string
  /** `cluster-api Machine proposal Ready`, or `… KubeadmControlPlane on Machine …`: the words of the rows of that table. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  /** `cluster-api Machine proposal`: the names of its columns. */
  readonly columns: ReadonlyMap<string, readonly string[]>
  /** `cluster-api Machine proposal v1beta2`: what an API server is told. */
  readonly schemas: ReadonlyMap<string, OpenApi>
  /** The names of commands, each with its options. */
  readonly commands: ReadonlyMap<string, readonly string[]>
  /** The tables and rows that decide something in a vector. */
  readonly reachedIn: (vector: Vector) => ReadonlySet<string>
}

/** What there is in this repository. */
export async function knownHere(): Promise<Known> {
  return {
    root,
    tables: tables(),
    columns: columns(),
    schemas: schemas(),
    commands: await commands(),
    reachedIn: rowsReached,
  }
}

function tables(): Known['tables'] {
  const found = new Map<string, string[]>()
  for (const row of allRows()) found.set(tableText(row), [...(found.get(tableText(row)) ?? []), row.words])
  return found
}

function columns(): Known['columns'] {
  return new Map(
    profiles.flatMap((profile) =>
      Object.entries(catalogParts(profile)).flatMap(([family, { definitions }]) =>
        definitions.map(
          ({ kind, columns: held }) =>
            [`${family} ${kindWord(kind)} ${profile}`, held.map(({ name }) => name)] as const,
        ),
      ),
    ),
  )
}

// Whoever converts is named so that all versions are there; nobody asks that address for anything.
const conversion = { url: 'https://127.0.0.1/convert' }

function schemas(): Known['schemas'] {
  return new Map(
    profiles.flatMap((profile) =>
      [...familyParts].flatMap(([{ name: family }, { crds }]) =>
        (crds?.({ profile, conversion }) ?? []).flatMap(({ spec }) =>
          spec.versions.map(
            ({ name, schema }) =>
              [`${family} ${spec.names['kind']} ${profile} ${name}`, schema.openAPIV3Schema] as const,
          ),
        ),
      ),
    ),
  )
}

async function commands(): Promise<Known['commands']> {
  // With the settings of the families among their options, as whoever types them has it.
  const loaded = await Promise.all(
    registry.map(async ({ load }) => withSettings(await load(), builtInFamilies)),
  )
  return new Map(loaded.map(({ name, options }) => [name, Object.keys(options)]))
}
