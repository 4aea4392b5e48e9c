import {
  type ConditionRules,
  False,
  getCondition,
  hasCondition,
  isTrue,
  keep,
  otherwise,
  type Rule,
  report,
  True,
  Unknown,
} from '@sitrep/conditions'
import { isUnproven } from '../../connection/probe.ts'
import { refIn } from '../../model/references.ts'
import { mirrorProvider } from '../../provider-object/mirror.ts'
import { longerThan } from '../../time/longer-than.ts'
import type { ClusterFacts } from '../facts/facts.ts'

const kind = ({ controlPlane }: ClusterFacts): string => controlPlane.ref?.kind ?? 'The control plane'
const hasRef = ({ controlPlane }: ClusterFacts): boolean => controlPlane.ref !== undefined
const isMissing = ({ controlPlane }: ClusterFacts): boolean => controlPlane.state === 'missing'
const isUnseen = (f: ClusterFacts): boolean => hasRef(f) && f.controlPlane.state === 'unseen'
const awaitsTopology = (f: ClusterFacts): boolean => !hasRef(f) && f.hasTopology

const topology = Unknown<ClusterFacts>(
  'WaitingForTopology',
  'Waiting for the topology to make the control plane',
)
const unseen = Unknown<ClusterFacts>(
  'InternalError',
  (f) => `${kind(f)} cannot be read, see the log for the error`,
)
const unlisted = Unknown<ClusterFacts>(
  'InternalError',
  'Machines cannot be listed, see the log for the error',
)

const initialized = 'ControlPlaneInitialized'

const says = ({ controlPlane }: ClusterFacts): boolean =>
  controlPlane.state === 'found' && controlPlane.seen.initialized === true

const hasNode = ({ controlPlaneMachines }: ClusterFacts): boolean =>
  controlPlaneMachines.some(({ nodeName }) => nodeName !== undefined)

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneInitialized: ConditionRules<ClusterFacts> = {
  type: initialized,
  rows: [
    ['it was initialized before',                   (f) => isTrue(f.previous, initialized), keep],
    ['the topology has not made the reference yet', awaitsTopology,                         topology],
    ['the control plane cannot be read',            isUnseen,                               unseen],
    ['the control plane does not exist',            isMissing,                              Unknown('ObjectDoesNotExist', (f) => `${kind(f)} does not exist`)],
    ['the control plane says so',                   says,                                   True('Initialized')],
    ['the control plane does not say so',           hasRef,                                 False('NotInitialized', 'The control plane is not initialized yet')],
    ['Machines cannot be listed',                   (f) => !f.listed,                       unlisted],
    ['a control plane Machine has a Node',          hasNode,                                True('Initialized')],
    ['otherwise',                                   otherwise,                              False('NotInitialized', 'No control plane Machine has a Node yet')],
  ],
}

const mirrored: Rule<ClusterFacts> = [
  'otherwise, the Available of the control plane',
  otherwise,
  report(
    ({ controlPlane, namespace, initialization }) => {
      if (controlPlane.state !== 'found')
        throw new TypeError('only a control plane that was read can be mirrored')
      const done = initialization.controlPlaneInitialized === true
      return mirrorProvider({
        source: { ref: refIn(namespace, controlPlane.ref), conditions: controlPlane.seen.conditions },
        type: 'Available',
        target: 'ControlPlaneAvailable',
        fallback: done
          ? { status: 'True', reason: 'Available', message: '' }
          : { status: 'False', reason: 'NotAvailable', message: 'The control plane is not initialized yet' },
        reasonWhenTrue: 'Available',
      })
    },
    { message: 'the message of the control plane' },
  ),
]

const standsAlone = (f: ClusterFacts): boolean => !hasRef(f)
const anyAvailable = (f: ClusterFacts): boolean =>
  standsAlone(f) && f.controlPlaneMachines.some(({ conditions }) => isTrue(conditions, 'Available'))
const noneSays = (f: ClusterFacts): boolean =>
  standsAlone(f) &&
  f.controlPlaneMachines.length > 0 &&
  !f.controlPlaneMachines.some(({ conditions }) => hasCondition(conditions, 'Available'))

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneAvailable: ConditionRules<ClusterFacts> = {
  type: 'ControlPlaneAvailable',
  rows: [
    ['the topology has not made the reference yet',            awaitsTopology,                         topology],
    ['the control plane cannot be read',                       isUnseen,                               unseen],
    ['the control plane was there before',                     (f) => isMissing(f) && f.initialization.controlPlaneInitialized === true, False('ObjectDeleted', (f) => `${kind(f)} has been deleted`)],
    ['the control plane does not exist',                       isMissing,                              False('ObjectDoesNotExist', (f) => `${kind(f)} does not exist`)],
    ['Machines stand alone, and cannot be listed',             (f) => standsAlone(f) && !f.listed,     unlisted],
    ['Machines stand alone, and one is available',             anyAvailable,                           True('Available')],
    ['Machines stand alone, and none says whether it is',      noneSays,                               Unknown('AvailableUnknown', 'No control plane Machine says whether it is available')],
    ['Machines stand alone',                                   standsAlone,                            False('NotAvailable', 'No control plane Machine is available')],
    mirrored,
  ],
}

const isUnanswered = ({ probe }: ClusterFacts): boolean => probe.lastProbeSuccessTime === undefined
const isSilent = ({ probe, clock, gracePeriodMs }: ClusterFacts): boolean =>
  longerThan(clock, probe.lastProbeSuccessTime, gracePeriodMs)

// Whoever tried before this process did has said so.
const wasReached = ({ previous }: ClusterFacts): boolean => {
  const said = getCondition(previous, 'ControlPlaneProbe')
  return said?.status === 'True' || said?.message === lostText
}

const lostText = 'The control plane cannot be reached any more'
const notYet = Unknown<ClusterFacts>('WaitingForProbe', 'The control plane has not been reached yet')
const never = False<ClusterFacts>('ProbeFailed', 'The control plane has never been reached')
const lost = False<ClusterFacts>('ProbeFailed', lostText)

// biome-ignore format: the table is the specification; its columns stay aligned
export const controlPlaneProbe: ConditionRules<ClusterFacts> = {
  type: 'ControlPlaneProbe',
  rows: [
    ['too few attempts so far, and it was said before', (f) => isUnproven(f.probe) && hasCondition(f.previous, 'ControlPlaneProbe'), keep],
    ['too few attempts so far',                         (f) => isUnproven(f.probe),                                   notYet],
    ['no attempt succeeded, and earlier ones did',      (f) => isUnanswered(f) && wasReached(f),                      lost],
    ['no attempt ever succeeded',                       isUnanswered,                                                 never],
    ['silent for longer than the grace period',         isSilent,                                                     lost],
    ['otherwise',                                       otherwise,                                                    True('ProbeSucceeded')],
  ],
}
