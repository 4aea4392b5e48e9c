import { type Family, profiles } from '@sitrep/status'
import { advice } from './family/advice.ts'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'

/** What Sitrep knows of Crossplane. Nothing is computed yet. */
export const crossplaneFamily: Family = {
  name: 'crossplane',
  title: 'Crossplane',
  profiles,
  kinds: [],
  parts: async () => ({ catalog: () => ({ definitions: [] }) }),
  knowledge,
  advice,
  relations,
  reads,
}
