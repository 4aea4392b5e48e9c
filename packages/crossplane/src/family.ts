import { type Family, profiles } from '@sitrep/status'
import { advice } from './family/advice.ts'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'
import {
  claimBinding,
  claims,
  composites,
  externalObservation,
  managedResources,
  pipelineAnswer,
} from './kinds.ts'

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
