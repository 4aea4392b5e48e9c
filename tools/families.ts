import {
  type Catalog,
  type CatalogPart,
  createCatalog,
  type Family,
  type FamilyParts,
  type Profile,
  type SettingValues,
} from '@sitrep/status'
import { builtInFamilies, loadFamilies } from '../apps/sitrep/src/families/families.ts'

/** All families that Sitrep brings along. */
export const families: readonly Family[] = await loadFamilies(builtInFamilies)

/** What each of them computes and defines, loaded: a tool has time. */
export const familyParts: ReadonlyMap<Family, FamilyParts> = new Map(
  await Promise.all(families.map(async (family) => [family, await family.parts()] as const)),
)

/** Settings by the name of the family. */
export type FamilySettings = Readonly<Record<string, SettingValues>>

/** What each family computes, by its name, in one language. */
export const catalogParts = (
  profile: Profile,
  settings: FamilySettings = {},
): Readonly<Record<string, CatalogPart>> =>
  Object.fromEntries(
    [...familyParts].map(([{ name }, { catalog }]) => {
      const own = settings[name]
      return [name, catalog({ profile, ...(own && { settings: own }) })]
    }),
  )

/** All that Sitrep computes, in one language. */
export const catalogFor = (profile: Profile, settings?: FamilySettings): Catalog =>
  createCatalog(...Object.values(catalogParts(profile, settings)))
