import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import type { ControlPlaneFacts } from '../facts.ts'
import { degradedText, isAvailable, isFresh, unavailableText } from '../rules/available.ts'

const isSilent = ({ etcdManaged, pass }: ControlPlaneFacts): boolean =>
  etcdManaged && pass.members.members !== 'known'

// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<ControlPlaneFacts> = {
  type: 'Available',
  rows: [
    ['the control plane is not initialized yet',             (f) => !f.initialized,                               False('NotAvailable', 'Control plane not yet initialized')],
    ['etcd has not named its members yet, which takes time', (f) => isSilent(f) && isFresh(f),                    False('NotAvailable', 'Waiting for etcd to report the list of members')],
    ['the members of etcd are not known',                    isSilent,                                            Unknown('InspectionFailed', 'Failed to get etcd members')],
    ['the members of etcd do not fit the Machines',          (f) => f.etcdManaged && !f.pass.match.matching,      False('NotAvailable', 'The list of etcd members does not match the list of Machines and Nodes')],
    ['enough of it works',                                   isAvailable,                                         True('Available', degradedText)],
    ['otherwise',                                            otherwise,                                           False('NotAvailable', unavailableText)],
  ],
}
