import type { Rule } from '@sitrep/conditions'
import { Unknown } from '@sitrep/conditions'
import type { MachineFacts } from '../facts/facts.ts'
import { minReadySecondsOf } from '../facts/facts.ts'
import type { MachineLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { type AvailableFacts, availableRules } from '../rules/available.ts'
import { bootstrapConfigReadyRules } from '../rules/bootstrap-config-ready.ts'
import { infrastructureReadyRules } from '../rules/infrastructure-ready.ts'
import { type NodeTexts, nodeHealthyRules, nodeReadyRules } from '../rules/node.ts'
import { nodeHealthyState, tellTroubles } from '../rules/node-conditions.ts'
import { updating } from '../rules/updating.ts'
import { deleted } from './deleted.ts'
import { ready } from './ready.ts'
import { upToDate } from './up-to-date.ts'

const log = 'cannot be read, see the log for the error'

const clusterUnseen: Rule<MachineFacts> = [
  'the Cluster cannot be seen',
  (f) => f.cluster === undefined,
  Unknown('InspectionFailed', ({ machine }) => `Waiting for Cluster ${machine.spec.clusterName} to exist`),
]

const texts: NodeTexts = {
  first: [clusterUnseen],
  lost: 'The connection to the workload cluster is lost',
  ambiguous: ({ infrastructure }) => `More than one Node has the providerID ${infrastructure.providerID}`,
  healthy: (node) => nodeHealthyState(node, tellTroubles),
}

const unclear: readonly Rule<AvailableFacts>[] = [
  [
    'nobody knows whether the Machine is Ready',
    (f) => f.ready?.status === 'Unknown',
    Unknown('ReadyUnknown'),
    [{ condition: 'Ready' }],
  ],
  [
    'its owner cannot be read, and it does not say itself how long it has to be Ready',
    (f) => f.ready?.status === 'True' && f.minReadySeconds === undefined,
    Unknown('InternalError', `The owner of the Machine ${log}`),
    [{ field: 'spec.minReadySeconds' }],
  ],
]

/** Only a Machine that nobody else looks after, or one of a MachineSet: control planes and pools speak for their own. */
function saysUpToDate({ observed: { owner }, machine }: MachineFacts): boolean {
  return owner.owner !== 'none' || !machine.controlled
}

/** What the documents say of a Machine. */
export const proposalMachine: MachineLanguage = {
  needsCluster: false,
  canStart: () => true,
  tables: [
    bootstrapConfigReadyRules(({ machine }) => `${machine.spec.configRef?.kind ?? ''} ${log}`),
    infrastructureReadyRules(
      ({ machine }) => `${machine.spec.infrastructureRef?.kind ?? 'The infrastructure'} ${log}`,
    ),
    nodeReadyRules(texts),
    nodeHealthyRules(texts),
    deleted,
    updating,
    upToDate,
  ],
  ready,
  available: availableRules(unclear),
  minReadySeconds: minReadySecondsOf,
  saysUpToDate,
  write: writeProposal,
}
