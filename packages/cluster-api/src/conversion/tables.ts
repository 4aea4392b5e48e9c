import { clusterSchema } from '../cluster/schema.ts'
import { type KindSchema, movedFields } from '../crds/schema.ts'
import { kubeadmControlPlaneSchema } from '../kubeadm-control-plane/schema.ts'
import { machineSchema } from '../machine/schema.ts'
import { machineDeploymentSchema } from '../machine-deployment/schema.ts'
import { machineHealthCheckSchema } from '../machine-health-check/schema.ts'
import { machinePoolSchema } from '../machine-pool/schema.ts'
import { machineSetSchema } from '../machine-set/schema.ts'
import * as codec from './codecs.ts'
import type { Row, StageTable } from './row.ts'
import { count, moved, newerOnly, olderOnly, reference, truth } from './rows.ts'
import {
  controlPlaneSpecRows,
  deploymentSpecRows,
  healthCheck,
  machineSpecRows,
  topologyRows,
} from './spec-rows.ts'
import { isTree, type Path, path, type Tree } from './tree.ts'

// Groups that only one of two stages has.
const releasedGroups: readonly Path[] = [
  path('status.v1beta2'),
  path('status.deprecated.v1beta1'),
  path('status.deprecated'),
  path('status.initialization'),
]
const proposalGroups: readonly Path[] = [path('status.backCompatibility'), path('status.initialization')]

/** As released: the schema says what moves in the status, and `rows` what changes besides. */
const released = (schema: KindSchema, rows: readonly Row[]): StageTable => ({
  groups: releasedGroups,
  rows: [
    ...rows,
    ...movedFields(schema, 'released').map(({ part, older, newer }) =>
      (part === 'Flag' ? truth : moved)(`status.${older}`, `status.${newer}`),
    ),
  ],
})

const template = machineSpecRows('spec.template.spec')
const minReady = moved('spec.minReadySeconds', 'spec.template.spec.minReadySeconds')
const naming = moved('spec.machineNamingStrategy', 'spec.machineNaming')
const replicas = count('status.replicas')

/** What differs between v1beta1 and v1beta2 as released, kind by kind. */
export const releasedTables: Readonly<Record<string, StageTable>> = {
  Cluster: released(clusterSchema, [
    reference('spec.infrastructureRef'),
    reference('spec.controlPlaneRef'),
    ...topologyRows,
    {
      ...moved('status.failureDomains', 'status.failureDomains'),
      up: codec.domainsToList,
      down: codec.listToDomains,
    },
  ]),
  KubeadmControlPlane: {
    ...released(kubeadmControlPlaneSchema, [
      ...controlPlaneSpecRows,
      naming,
      olderOnly('status.ready'),
      replicas,
    ]),
    // The newer stage has no `ready`; going back it says whether any replica is ready in the old sense.
    finishDown: ({ status }) => {
      if (isTree(status)) status['ready'] = Number(status['readyReplicas'] ?? 0) > 0
    },
  },
  Machine: released(machineSchema, [
    ...machineSpecRows('spec'),
    newerOnly('spec.minReadySeconds'),
    { ...moved('status.phase', 'status.phase'), down: codec.phaseToOlder, copyWins: true },
    { ...moved('status.nodeRef', 'status.nodeRef'), up: codec.nodeToName, down: codec.nameToNode },
    newerOnly('status.failureDomain'),
  ]),
  MachineDeployment: released(machineDeploymentSchema, [
    ...template,
    minReady,
    ...deploymentSpecRows,
    naming,
    replicas,
  ]),
  MachineHealthCheck: released(machineHealthCheckSchema, healthCheck('spec.', 'spec.')),
  MachinePool: released(machinePoolSchema, [...template, minReady, replicas]),
  MachineSet: released(machineSetSchema, [
    ...template,
    { ...minReady, up: codec.zeroToNothing },
    moved('spec.deletePolicy', 'spec.deletion.order'),
    naming,
    replicas,
  ]),
}

/** As the document has it, where the schema says all. */
function proposal(schema: KindSchema): StageTable {
  const fields = movedFields(schema, 'proposal')
  return {
    groups: proposalGroups,
    rows: fields.map(({ older, newer }) => moved(`status.${older}`, `status.${newer}`)),
    ...flagGroup(fields.filter(({ part }) => part === 'Flag')),
  }
}

const group = 'initialization'

/**
 * Plain truth values: the older stage always writes all of them, and the newer one writes either all or, while none holds,
 * no group at all.
 */
function flagGroup(
  flags: readonly { readonly older: string; readonly newer: string }[],
): Pick<StageTable, 'finishUp' | 'finishDown'> {
  if (flags.length === 0) return {}
  const names = flags.map(({ newer }) => newer.slice(group.length + 1))
  return {
    finishUp: (tree) => {
      const said = statusOf(tree)?.[group]
      if (!isTree(said)) return
      if (names.some((name) => said[name] === true)) fill(said, names)
      else for (const name of names) delete said[name]
    },
    finishDown: (tree) => {
      const status = statusOf(tree)
      if (status !== undefined)
        fill(
          status,
          flags.map(({ older }) => older),
        )
    },
  }
}

const statusOf = ({ status }: Tree): Tree | undefined => (isTree(status) ? status : undefined)

function fill(tree: Tree, names: readonly string[]): void {
  for (const name of names) if (tree[name] !== true) tree[name] = false
}

/**
 * What differs between the first and the second stage of the document, kind by kind. Its tables leave out the conditions of
 * a KubeadmControlPlane and all of a MachinePool and a MachineHealthCheck; they follow the other kinds.
 */
export const proposalTables: Readonly<Record<string, StageTable>> = {
  Cluster: proposal(clusterSchema),
  KubeadmControlPlane: proposal(kubeadmControlPlaneSchema),
  Machine: proposal(machineSchema),
  MachineDeployment: proposal(machineDeploymentSchema),
  MachineHealthCheck: proposal(machineHealthCheckSchema),
  MachinePool: proposal(machinePoolSchema),
  MachineSet: proposal(machineSetSchema),
}

/** What the end of the document's way no longer has: exactly this, and nothing else. */
export const droppedAtTheEnd = (kind: string): readonly Path[] => [
  path('status.backCompatibility'),
  ...(kind === kubeadmControlPlaneSchema.kind
    ? kubeadmControlPlaneSchema.leaving.map((name) => path(`status.${name}`))
    : []),
]
