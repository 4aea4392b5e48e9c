import type { Catalog } from '@sitrep/status'
import { catalogFor } from '../families.ts'
import { usualSettings } from './conventions.ts'
import type { Vector } from './vector.ts'

const made = new Map<string, Catalog>()

/** The catalog that a vector is run with: in its language, with its settings or the usual ones. The same for vectors that ask for the same. */
export function vectorCatalog({
  profile = 'released',
  settings,
}: Pick<Vector, 'profile' | 'settings'>): Catalog {
  const asked = { ...usualSettings, ...settings }
  const key = JSON.stringify([profile, asked])
  const catalog = made.get(key) ?? catalogFor(profile, asked)
  made.set(key, catalog)
  return catalog
}
