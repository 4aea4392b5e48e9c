import type { FieldTest, KindKnowledge } from '@sitrep/status'
import { apiextensionsGroup, packageGroup, protectionGroup } from '../kinds.ts'
import { annotations } from '../managed/types.ts'

const source =
  'Crossplane, apis/core and docs: Ready is usable, Synced is that the last pass did what it was told'

/** Managed and composite resources are of any group: their spec tells them apart, and which contract they keep. */
const managed: KindKnowledge = {
  source,
  group: '*',
  needs: ['Ready', 'Synced'],
  conditions: {
    Ready: 'whole',
    Synced: 'whole',
    Responsive: 'part',
    UpToDate: 'part',
    // Upjet: the operation that runs now, and how the last one ended.
    AsyncOperation: 'neutral',
    LastAsyncOperation: 'part',
  },
  // Providers set Ready without a generation; Synced carries it.
  unversioned: ['Ready'],
  reasons: {
    ReconcilePaused: 'paused',
    UpdateRequested: 'progress',
    UpdateRestricted: 'none',
    Waiting: 'progress',
    'Ready/Unavailable': 'bad',
  },
  pausedBy: { [annotations.paused]: ['true'] },
}

const variant = (contract: string, ...when: readonly FieldTest[]): KindKnowledge => ({
  ...managed,
  contract,
  when,
})

const shapes: readonly KindKnowledge[] = [
  // Composite resources keep what belongs to Crossplane apart since its second version.
  variant('Crossplane v2', { path: 'spec.crossplane', is: 'present' }),
  variant('Crossplane v1', { path: 'spec.compositionRef', is: 'present' }),
  variant('Crossplane v1', { path: 'spec.compositionUpdatePolicy', is: 'present' }),
  variant(
    'Crossplane v1',
    { path: 'spec.resourceRefs', is: 'present' },
    { path: 'spec.compositionSelector', is: 'present' },
  ),
  variant(
    'Crossplane v1',
    { path: 'spec.resourceRefs', is: 'present' },
    { path: 'spec.claimRef', is: 'present' },
  ),
  variant('Crossplane v1', { path: 'spec.compositeDeletePolicy', is: 'present' }),
  // Managed resources of the second version live in a namespace.
  variant(
    'Crossplane v2',
    { path: 'spec.forProvider', is: 'present' },
    { path: 'metadata.namespace', is: 'filled' },
  ),
  variant('Crossplane v1', { path: 'spec.forProvider', is: 'present' }),
]

const installed: Omit<KindKnowledge, 'kinds'> = {
  source: 'Crossplane, apis/pkg',
  group: packageGroup,
  needs: ['Installed', 'Healthy'],
  conditions: { Installed: 'whole', Healthy: 'whole' },
  pausedBy: { [annotations.paused]: ['true'] },
}

/** Crossplane's resources, packages and definitions. */
export const knowledge: readonly KindKnowledge[] = [
  ...shapes.map((shape) => ({ ...shape, pausedWhen: [] })),
  { ...installed, kinds: ['Provider', 'Function', 'Configuration'] },
  {
    ...installed,
    kinds: ['ProviderRevision', 'FunctionRevision', 'ConfigurationRevision'],
    needs: [],
    conditions: { Healthy: 'whole', RevisionHealthy: 'part', RuntimeHealthy: 'part' },
    // An inactive revision is kept for a way back; it is not meant to run.
    pausedWhen: [{ path: 'spec.desiredState', in: ['Inactive'] }],
  },
  {
    source: 'Crossplane, apis/apiextensions',
    group: apiextensionsGroup,
    kinds: ['CompositeResourceDefinition'],
    needs: ['Established'],
    conditions: { Established: 'whole', Offered: 'part' },
    reasons: { WatchingCompositeResource: 'good', WatchingCompositeResourceClaim: 'good' },
    skip: ['status.controllers'],
  },
  {
    source: 'Crossplane, apis/apiextensions',
    group: apiextensionsGroup,
    kinds: ['ManagedResourceDefinition'],
    conditions: { Established: 'whole' },
    reasons: { InactiveManagedResource: 'good' },
    pausedWhen: [{ path: 'spec.state', in: ['Inactive'] }],
  },
  {
    source: 'Crossplane, apis/apiextensions',
    group: apiextensionsGroup,
    kinds: ['Composition', 'EnvironmentConfig', 'Usage', 'CompositionRevision'],
    quiet: true,
    conditions: { ValidPipeline: 'part' },
  },
  {
    source: 'Crossplane, apis/protection',
    group: protectionGroup,
    kinds: ['Usage', 'ClusterUsage'],
    quiet: true,
  },
]
