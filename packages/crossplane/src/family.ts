import { type Family, profiles } from '@sitrep/status'

/** What Sitrep knows of Crossplane. */
export const crossplaneFamily: Family = {
  name: 'crossplane',
  title: 'Crossplane',
  profiles,
  kinds: [],
  parts: async () => ({ catalog: () => ({ definitions: [] }) }),
}
