import { type Family, profiles } from '@sitrep/status'
import { claims, composites, managedResources } from './described.ts'
import { claimBinding, externalObservation, pipelineAnswer } from './fact-kinds.ts'
import { advice } from './family/advice.ts'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'

/** What Sitrep knows of Crossplane. */
export const crossplaneFamily: Family = {
  name: 'crossplane',
  title: 'Crossplane',
  profiles,
  kinds: [
    { kind: managedResources, categories: ['managed'] },
    { kind: composites, categories: ['composite'] },
    { kind: claims, categories: ['claim'] },
  ],
  facts: [externalObservation, pipelineAnswer, claimBinding],
  parts: async () => (await import('./parts.ts')).parts,
  knowledge,
  advice,
  relations,
  reads,
}
