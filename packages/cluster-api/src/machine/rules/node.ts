import {
  type ConditionRules,
  type ConditionState,
  False,
  hasCondition,
  keep,
  otherwise,
  type ReportWords,
  type Rule,
  report,
  type Source,
  type Text,
  Unknown,
} from '@sitrep/conditions'
import { nodeKind } from '../../kinds.ts'
import type { MachineFacts } from '../facts/facts.ts'
import { type NodeSeen, nodeConditionTypes } from '../types.ts'
import { nodeReadyState } from './node-conditions.ts'

/** What the two languages say differently. */
export interface NodeTexts {
  /** The connection was lost for longer than the grace period. */
  readonly lost: Text<MachineFacts>
  /** Two Nodes claim to be the Machine's. */
  readonly ambiguous: Text<MachineFacts>
  readonly healthy: (node: NodeSeen) => ConditionState
  /** Rows that come before all others. */
  readonly first?: readonly Rule<MachineFacts>[]
}

const infrastructureKind = ({ machine }: MachineFacts): string => machine.spec.infrastructureRef?.kind ?? ''
const gone = ({ nodeName }: MachineFacts): string => `Node ${nodeName} has been deleted`
const awaited = ({ infrastructure }: MachineFacts): string =>
  `Waiting for a Node with spec.providerID ${infrastructure.providerID} to exist`
const interrupted = (f: MachineFacts): boolean => f.node.node === 'not-connected'

// The two conditions go together: where one is missing, both are said anew.
const unsaid = ({ observed: { previous } }: MachineFacts): boolean =>
  !hasCondition(previous.conditions, 'NodeReady') || !hasCondition(previous.conditions, 'NodeHealthy')

interface FromNode {
  readonly state: (node: NodeSeen) => ConditionState
  readonly types: readonly string[]
  readonly words: ReportWords
}

function fromNode({ state, words }: FromNode): Rule<MachineFacts>[2] {
  return report<MachineFacts>(({ node }) => {
    if (node.node !== 'found') throw new TypeError('there is no Node to report on')
    return state(node.seen)
  }, words)
}

const nodeSources =
  (types: readonly string[]) =>
  (f: MachineFacts): readonly Source[] => {
    const ref = { ...nodeKind, cluster: f.machine.workload, name: f.nodeName ?? '' }
    return types.map((condition) => ({ ref, condition }))
  }

// biome-ignore format: the table is the specification; its columns stay aligned
function rows(from: FromNode, { lost, ambiguous, first = [] }: NodeTexts): readonly Rule<MachineFacts>[] {
  return [
    ...first,
    ['the infrastructure of the Cluster is not there yet',             (f) => f.cluster?.infrastructureProvisioned !== true,                  Unknown('InspectionFailed', 'Waiting for Cluster status.initialization.infrastructureProvisioned to be true')],
    ['there is no control plane yet',                                  (f) => f.cluster?.controlPlaneInitialized?.status !== 'True',          Unknown('InspectionFailed', 'Waiting for Cluster control plane to be initialized')],
    ['not tried often enough to connect, and nothing was said before', (f) => f.connection === 'unproven' && unsaid(f),                       Unknown('ConnectionDown', 'Remote connection not established yet')],
    ['not tried often enough to connect',                              (f) => f.connection === 'unproven',                                    keep],
    ['the connection was lost for longer than the grace period',       (f) => f.connection === 'lost',                                        Unknown('ConnectionDown', lost)],
    ['the connection is interrupted, and nothing was said before',     (f) => interrupted(f) && unsaid(f),                                    Unknown('ConnectionDown', lost)],
    ['the connection is interrupted',                                  interrupted,                                                           keep],
    ['two Nodes have the providerID',                                  (f) => f.node.node === 'unclear',                                      Unknown('InternalError', ambiguous)],
    ['the Node is there',                                              (f) => f.node.node === 'found',                                        fromNode(from), nodeSources(from.types)],
    ['the Node is gone, and the Machine is being deleted',             (f) => f.deleting && f.nodeName !== undefined,                         False('NodeDeleted', gone)],
    ['there never was a Node, and the Machine is being deleted',       (f) => f.deleting,                                                     Unknown('NodeDoesNotExist', 'Node does not exist')],
    ['the Node is gone, and nobody deletes the Machine',               (f) => f.nodeName !== undefined,                                       False('NodeDeleted', (f) => `${gone(f)} while the Machine still exists`)],
    ['no Node with the providerID has come up yet',                    (f) => f.infrastructure.providerID !== '',                             Unknown('InspectionFailed', awaited)],
    ['the infrastructure has not given a providerID yet',              otherwise,                                                             Unknown('InspectionFailed', (f) => `Waiting for ${infrastructureKind(f)} to report spec.providerID`)],
  ]
}

/** Whether the Node of a Machine is ready. */
export function nodeReadyRules(texts: NodeTexts): ConditionRules<MachineFacts> {
  const reasons = ['NodeReady', 'NodeNotReady', 'NodeReadyUnknown']
  const words = { reasons, message: 'what the Node says' }
  return { type: 'NodeReady', rows: rows({ state: nodeReadyState, types: ['Ready'], words }, texts) }
}

/** Whether the Node of a Machine is ready and under no pressure. */
export function nodeHealthyRules(texts: NodeTexts): ConditionRules<MachineFacts> {
  const reasons = ['NodeHealthy', 'NodeNotHealthy', 'NodeHealthyUnknown']
  const words = { reasons, message: 'what is wrong with the Node, a line each' }
  return {
    type: 'NodeHealthy',
    rows: rows({ state: texts.healthy, types: nodeConditionTypes, words }, texts),
  }
}
