import {
  type Catalog,
  type CustomResourceDefinition,
  createCatalog,
  type Family,
  type FamilyOptions,
  type Profile,
  type WebhookClientConfig,
} from '@sitrep/status'
import { type Call, CommandError, type Context } from '../command.ts'
import { loadFamilies } from './families.ts'
import { leadsOf } from './leads.ts'
import { settingsIn } from './settings.ts'

/** A family with how it is asked to speak. */
export interface SpokenFamily extends FamilyOptions {
  readonly family: Family
}

/** All that these families compute, and what follows from what among their kinds. */
export async function catalogOf(spoken: readonly SpokenFamily[]): Promise<Catalog> {
  const parts = await Promise.all(
    spoken.map(async ({ family, ...options }) => (await family.parts()).catalog(options)),
  )
  return createCatalog(...parts, { definitions: [], leads: leadsOf(spoken.map(({ family }) => family)) })
}

/** The CustomResourceDefinitions of these families; `conversion`: who converts between versions. */
export async function crdsOf(
  spoken: readonly SpokenFamily[],
  conversion?: WebhookClientConfig,
): Promise<readonly CustomResourceDefinition[]> {
  const all = await Promise.all(
    spoken.map(async ({ family, ...options }) => {
      const { crds } = await family.parts()
      return crds?.({ ...options, ...(conversion && { conversion }) }) ?? []
    }),
  )
  return all.flat()
}

/** The families that `--families a,b` means: all of them where it says nothing. */
export async function familiesIn(
  { options }: Call,
  { families }: Pick<Context, 'families'>,
): Promise<readonly Family[]> {
  if (options.families === undefined) return loadFamilies(families)
  const names = String(options.families)
    .split(',')
    .map((name) => name.trim())
  const known = families.map(({ name }) => name)
  for (const name of names) {
    if (!known.includes(name))
      throw new CommandError(2, `There is no family ${JSON.stringify(name)}; there is ${known.join(', ')}`)
  }
  return loadFamilies(families.filter(({ name }) => names.includes(name)))
}

/** Which language each family is to speak: one for all, or found out for each. */
export type Languages = Profile | ((family: Family) => Profile)

/** The families as a command asks them to speak. A family that does not know the language speaks its own. */
export function spokenIn(
  call: Call,
  families: readonly Family[],
  languages: Languages,
): readonly SpokenFamily[] {
  return families.map((family) => {
    const wanted = typeof languages === 'string' ? languages : languages(family)
    const profile = family.profiles.includes(wanted) ? wanted : (family.profiles[0] ?? wanted)
    return { family, profile, settings: settingsIn(call, family, profile) }
  })
}
