import { type ConditionRules, False, isTrue, keep, otherwise, True, Unknown } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import { awaitTopology } from './referred-object.ts'

const type = 'ControlPlaneInitialized'

const hasRef = ({ controlPlane }: ClusterFacts): boolean => controlPlane.ref !== undefined

/** What the provider says; nothing where the object was not read. */
const said = ({ controlPlane }: ClusterFacts): boolean | undefined | 'malformed' =>
  controlPlane.state === 'found' ? (controlPlane.seen.initialized ?? false) : undefined

const hasNode = ({ controlPlaneMachines }: ClusterFacts): boolean =>
  controlPlaneMachines.some(({ nodeName }) => nodeName !== undefined)

// Upstream hands the fate of the infrastructure to this rule where that of the control plane is meant.
const infrastructureMissing = ({ infrastructure }: ClusterFacts): boolean =>
  infrastructure.state === 'missing'

const unseen = Unknown<ClusterFacts>('InternalError', lookAtLogs)
const gone = Unknown<ClusterFacts>('ObjectDoesNotExist', (f) => `${f.controlPlane.ref?.kind} does not exist`)
const notYet = False<ClusterFacts>('NotInitialized', 'Control plane not yet initialized')
const noNode = False<ClusterFacts>(
  'NotInitialized',
  'Waiting for the first control plane machine to have status.nodeRef set',
)

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneInitialized: ConditionRules<ClusterFacts> = {
  type,
  rows: [
    ['it was initialized before',                      (f) => isTrue(f.previous, type),                              keep],
    ['the topology has not made the reference yet',    (f) => !hasRef(f) && f.hasTopology,                           Unknown('ObjectDoesNotExist', awaitTopology)],
    ['not read, and the infrastructure does not exist', (f) => hasRef(f) && said(f) === undefined && infrastructureMissing(f), gone],
    ['the control plane cannot be read',               (f) => hasRef(f) && (said(f) === undefined || said(f) === 'malformed'), unseen],
    ['the control plane says so',                      (f) => said(f) === true,                                      True('Initialized')],
    ['the control plane does not say so',              hasRef,                                                       notYet],
    ['Machines cannot be listed',                      (f) => !f.listed,                                             unseen],
    ['a control plane Machine has a Node',             hasNode,                                                      True('Initialized')],
    ['otherwise',                                      otherwise,                                                    noNode],
  ],
}
