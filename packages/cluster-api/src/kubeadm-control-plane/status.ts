import { defineStatus, type KubeObject, type StatusDefinition } from '@sitrep/status'
import { gracePeriods } from '../connection/grace-periods.ts'
import { statusFields } from '../crds/status-fields.ts'
import { kubeadmControlPlaneKind, machineKind } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { ClusterApiOptions } from '../options.ts'
import type { StatusFields } from '../pass/computed.ts'
import { controlPlaneColumns } from './columns.ts'
import { computeControlPlane } from './compute.ts'
import { observeControlPlane } from './observe/observe.ts'
import { proposalControlPlane } from './rules-proposal/language.ts'
import { releasedControlPlane } from './rules-released/language.ts'
import { kubeadmControlPlaneSchema } from './schema.ts'
import type { ControlPlaneObserved } from './types.ts'

const languages = { released: releasedControlPlane, proposal: proposalControlPlane }

/** The status of kubeadm control planes, and what they say on their Machines. */
export function kubeadmControlPlaneStatus(
  options: ClusterApiOptions,
): StatusDefinition<KubeObject, ControlPlaneObserved, StatusFields> {
  const language = languages[options.profile]
  const { paused, certificates, health, tables, available, machine, machineEtcd } = language
  return defineStatus({
    kind: kubeadmControlPlaneKind,
    observe: observeControlPlane,
    compute: computeControlPlane(language, gracePeriods(options).conditionsMs),
    columns: controlPlaneColumns[options.profile],
    rules: [
      { tables: [paused, certificates, ...health, ...tables, available] },
      { on: machineKind, tables: [...machine, ...machineEtcd] },
    ],
    onFailure: 'Available',
    order: compareConditions,
    owns: statusFields(kubeadmControlPlaneSchema),
  })
}
