import type { FactKind } from '@sitrep/status'
import { claims, composites, managedResources } from './described.ts'

const group = 'sitrep.dev'

/** What a pass over a managed resource saw of what is behind it, and what its steps came to. Whoever tells it speaks for Ready and Synced. */
export const externalObservation: FactKind = {
  kind: { group, kind: 'ExternalObservation' },
  about: managedResources,
}

/** What the functions of a composite's pipeline answered, and what became of it. */
export const pipelineAnswer: FactKind = { kind: { group, kind: 'PipelineAnswer' }, about: composites }

/** How binding a claim to its composite went. */
export const claimBinding: FactKind = { kind: { group, kind: 'ClaimBinding' }, about: claims }
