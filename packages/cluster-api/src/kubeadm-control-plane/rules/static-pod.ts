import { type ConditionRules, False, keep, otherwise, True, Unknown } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import {
  awaited,
  type ControlPlaneMachineFacts,
  hasNoNodeYet,
  isDeleting,
  nodeGone,
  nodeOf,
  nodeUnreachable,
} from '../facts/machines.ts'
import { type GateFacts, nodesError } from '../facts/pass.ts'
import { type Component, components, type StaticPod } from '../types.ts'
import { type GateTexts, gateRows, unlistedNodes } from './gate.ts'

const reasons = (texts: readonly (string | undefined)[]): readonly string[] =>
  texts.filter((text) => text !== undefined)
const waiting = (pod: StaticPod | undefined): readonly string[] =>
  reasons((pod?.containers ?? []).map((container) => container.waiting))
const ended = (pod: StaticPod | undefined): readonly string[] =>
  reasons((pod?.containers ?? []).map((container) => container.terminated))
const crashed = (pod: StaticPod | undefined): boolean =>
  (pod?.containers ?? []).some((container) => container.crashed)

const noNodes = (f: GateFacts): string => `Failed to get the Node hosting the Pod: ${nodesError(f)}`

/** Whether the static Pods of the components run on a Machine, a table each. */
export const staticPodRules = (
  which: 'etcd' | 'other',
  texts: GateTexts,
): readonly ConditionRules<ControlPlaneMachineFacts>[] =>
  components
    .filter(({ name }) => (name === 'etcd') === (which === 'etcd'))
    .map((component) => rulesOf(component, texts))

function rulesOf({ name, condition }: Component, texts: GateTexts): ConditionRules<ControlPlaneMachineFacts> {
  const podOf = ({ machine }: ControlPlaneMachineFacts): StaticPod | undefined =>
    machine.pods?.read === true
      ? machine.pods.items.find((pod) => pod.name === `${name}-${machine.seen.nodeName}`)
      : undefined
  const phase =
    (wanted: string) =>
    (f: ControlPlaneMachineFacts): boolean =>
      podOf(f)?.phase === wanted
  const running = phase('Running')
  // biome-ignore format: the table is the specification; its columns stay aligned
  return {
    type: condition,
    rows: [
      ...gateRows('ControlPlaneComponentsHealthy', texts),
      unlistedNodes(noNodes),
      ['the Machine is being deleted',              isDeleting,                                              False('Deleting', 'Machine is deleting')],
      ['the Machine has no Node yet',               hasNoNodeYet,                                            Unknown('InspectionFailed', awaited)],
      ['the Node is gone',                          (f) => nodeOf(f) === undefined,                          Unknown('InspectionFailed', nodeGone)],
      ['nobody reaches the Node',                   (f) => nodeOf(f)?.unreachable === true,                  Unknown('InspectionFailed', nodeUnreachable)],
      ['nobody hears from the Node',                (f) => nodeOf(f)?.readyUnknown === true,                 Unknown('InspectionFailed', 'Node Ready condition is Unknown, Pod data might be stale')],
      ['the Pods of the Node cannot be read',       (f) => f.machine.pods?.read !== true,                    Unknown('InspectionFailed', lookAtLogs)],
      ['the Pod does not exist',                    (f) => podOf(f) === undefined,                           False('DoesNotExist', 'Pod does not exist')],
      ['the Pod waits to be scheduled',             (f) => phase('Pending')(f) && !podOf(f)?.scheduled,      False('Provisioning', 'Waiting to be scheduled')],
      ['the Pod runs its init containers',          (f) => phase('Pending')(f) && !podOf(f)?.initialized,    False('Provisioning', 'Running init containers')],
      ['the Pod is starting',                       phase('Pending'),                                        False('Provisioning')],
      ['the Pod is ready',                          (f) => running(f) && podOf(f)?.ready === true,           True('Running')],
      ['a container waits, and one has crashed',    (f) => running(f) && waiting(podOf(f)).length > 0 && crashed(podOf(f)), False('Failed', (f) => waiting(podOf(f)).join(', '))],
      ['a container waits',                         (f) => running(f) && waiting(podOf(f)).length > 0,       False('Provisioning', (f) => waiting(podOf(f)).join(', '))],
      ['a container has ended',                     (f) => running(f) && ended(podOf(f)).length > 0,         False('Failed', (f) => ended(podOf(f)).join(', '))],
      ['the Pod runs, but is not ready yet',        running,                                                 False('Provisioning', 'Waiting for startup or readiness probes')],
      ['the Pod has ended',                         (f) => phase('Succeeded')(f) || phase('Failed')(f),      False('Failed', 'All the containers have been terminated')],
      ['nobody knows how the Pod is',               phase('Unknown'),                                        Unknown('InspectionFailed', 'Pod is reporting Unknown status')],
      ['the Pod is in no phase that exists',        otherwise,                                               keep],
    ],
  }
}
