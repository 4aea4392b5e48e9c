import { type AdviceTable, type Family, groupOf, type Lead, profiles } from '@sitrep/status'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'
import { readFor, shardKey } from './family/shard-key.ts'
import {
  claimBinding,
  claims,
  composites,
  crossplaneResources,
  externalObservation,
  managedResources,
  packageGroup,
  pipelineAnswer,
} from './kinds.ts'

/** What usually helps. */
// biome-ignore format: the table is read as one; its columns stay aligned
const advice: AdviceTable = {
  of: crossplaneResources,
  rows: [
    ['*', 'Synced', 'ReconcileError',         'The provider was refused or did not find what it needs; the message is what it was told. Usual: credentials in the ProviderConfig, a missing permission, a field that the cloud does not take.'],
    ['*', 'Synced', 'ReconcilePaused',        'Somebody paused it with the annotation crossplane.io/paused: nothing is done until that is removed.'],
    ['*', 'Synced', 'ReconcileForbidden',     'spec.managementPolicies does not allow what would have to be done.'],
    ['*', 'Synced', 'WatchCircuitOpen|ReconcilePending', 'Changes come too fast and are held back for a while: look who writes the composed resources again and again.'],
    ['*', 'LastAsyncOperation', '*',          'The last operation of the provider failed; the message is what the cloud answered.'],
    ['*', 'Ready', 'Waiting',                 'It waits for the composite below it, and that for what it is made of: look at the first of those that is not ready.'],
    ['*', 'Ready', 'Creating',                'It is being made outside. If that takes too long, look at Synced, and at the resource itself in the console of its provider.'],
    ['*', 'Ready', 'Deleting',                'It is being deleted outside. If that takes too long, look at Synced and at what still uses it there.'],
    ['*', 'Ready', 'Unavailable',             'It exists and does not work: look at it in the console of its provider.'],
    ['*', 'Responsive', '*',                  'Changes come too fast and are held back for a while: look who writes the composed resources again and again.'],
  ],
}

const itself = { way: 'itself' } as const
const packageKinds = ['Provider', 'Function', 'Configuration']

// biome-ignore format: the table is read as one; its columns stay aligned
/** A claim follows from its composite, that from what it is made of, and that from what its provider was told. */
const leads: readonly Lead[] = [
  { of: claims.recognises,              types: 'Ready|Synced', by: { way: 'refers', path: 'spec.resourceRef' },              to: ['Ready', 'Synced'] },
  // What is ready for its composite may still not be as it is asked for.
  ...['spec.resourceRefs[]', 'spec.crossplane.resourceRefs[]'].map((path): Lead =>
    ({ of: claims.recognises,           types: 'Ready',        by: { way: 'refers', path: 'spec.resourceRef' }, onward: { way: 'refers', path }, to: ['Synced'] })),
  { of: composites.recognises,          types: 'Ready|Synced', by: { way: 'refers', path: 'spec.resourceRefs[]' },           to: ['Ready', 'Synced'] },
  { of: composites.recognises,          types: 'Ready|Synced', by: { way: 'refers', path: 'spec.crossplane.resourceRefs[]' }, to: ['Ready', 'Synced'] },
  ...packageKinds.map((kind): Lead =>
    ({ of: (object) => groupOf(object.apiVersion) === packageGroup && object.kind === kind, types: 'Healthy', by: { way: 'owns', kinds: [{ group: packageGroup, kind: `${kind}Revision` }] }, to: ['Healthy', 'RevisionHealthy', 'RuntimeHealthy'] })),
  { of: crossplaneResources.recognises, types: 'Ready', only: 'reported', by: itself, to: ['Synced', 'LastAsyncOperation'] },
]

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
  advice: [advice],
  leads,
  relations,
  reads,
  shardKey,
  readFor,
}
