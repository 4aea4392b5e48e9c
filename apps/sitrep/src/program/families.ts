import { clusterApi, type Profile } from '@sitrep/cluster-api'
import { eksAnywhere } from '@sitrep/eks-anywhere'
import { type Catalog, createCatalog } from '@sitrep/status'
import { CommandError } from '../command.ts'

/** The families that Sitrep knows, by the name under which they are asked for. */
export const families = ['cluster-api', 'eks-anywhere'] as const
export type Family = (typeof families)[number]

/** All definitions of the wanted families, in one language. */
export function catalogOf(profile: Profile, wanted: readonly Family[] = families): Catalog {
  const parts = {
    'cluster-api': () => clusterApi({ profile }),
    'eks-anywhere': () => eksAnywhere({ profile }),
  }
  return createCatalog(...wanted.map((family) => parts[family]()))
}

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
