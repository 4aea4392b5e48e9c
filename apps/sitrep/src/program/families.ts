import { clusterApi, crds } from '@sitrep/cluster-api'
import { eksAnywhere, eksAnywhereCrds } from '@sitrep/eks-anywhere'
import {
  type Catalog,
  type CatalogPart,
  type CrdOptions,
  type CustomResourceDefinition,
  createCatalog,
  type Profile,
} from '@sitrep/status'
import { CommandError } from '../command.ts'

/** What the program takes from a family. */
interface FamilyParts {
  readonly catalog: (profile: Profile) => CatalogPart
  readonly definitions: (options: CrdOptions) => readonly CustomResourceDefinition[]
}

/** The families that Sitrep knows, by the name under which they are asked for. */
export const families = ['cluster-api', 'eks-anywhere'] as const
export type Family = (typeof families)[number]

const parts: Readonly<Record<Family, FamilyParts>> = {
  'cluster-api': { catalog: (profile) => clusterApi({ profile }), definitions: crds },
  'eks-anywhere': { catalog: (profile) => eksAnywhere({ profile }), definitions: eksAnywhereCrds },
}

/** All definitions of the wanted families, in one language. */
export const catalogOf = (profile: Profile, wanted: readonly Family[] = families): Catalog =>
  createCatalog(...wanted.map((family) => parts[family].catalog(profile)))

/** The CustomResourceDefinitions of the wanted families. */
export const definitionsOf = (
  wanted: readonly Family[],
  options: CrdOptions,
): readonly CustomResourceDefinition[] => wanted.flatMap((family) => parts[family].definitions(options))

/** Reads `--families a,b`. */
export function parseFamilies(text: string | undefined): readonly Family[] {
  if (text === undefined) return families
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!(families as readonly string[]).includes(name)) {
      throw new CommandError(2, `There is no family ${JSON.stringify(name)}; there is ${families.join(', ')}`)
    }
  }
  return names as Family[]
}
