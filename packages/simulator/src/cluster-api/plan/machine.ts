import { finalizers, labels, machineKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, refOf, text } from '@sitrep/status'
import { actions, inOrder, nothing, type Plan, together } from '../../plan/action.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { ensureMetadata } from '../../plan/metadata-patch.ts'
import { withCondition } from '../../plan/provider-condition.ts'
import { timer } from '../../plan/timer.ts'
import { follow, isDeleting, ownerReference } from '../../world/read.ts'
import { durationOf } from '../durations.ts'
import { faults, infrastructureFinalizer } from '../kinds.ts'
import { clusterOf, isPaused, isProvisioned } from '../read.ts'

/** The infrastructure below every Machine, and what a Machine takes over from it. */
export const planMachines: Planner = (input) =>
  together(
    input.world
      .list(machineKind)
      .filter((machine) => !isDeleting(machine))
      .map((machine) => planMachine(machine, input)),
  )

const planMachine: ObjectPlanner = (machine, input) => {
  const { world } = input
  const cluster = clusterOf(world, machine)
  if (cluster === undefined || isPaused(cluster, machine)) return nothing
  const config = follow(world, machine, at(machine.spec, 'bootstrap', 'configRef'))
  const infrastructure = follow(world, machine, at(machine.spec, 'infrastructureRef'))
  return together([
    ensureMetadata(machine, {
      finalizer: finalizers.machine,
      labels: { [labels.clusterName]: cluster.metadata.name },
    }),
    ...[config, infrastructure].map((part) => (part === undefined ? nothing : tied(part, machine))),
    takeOver(machine, { config, infrastructure }),
    infrastructure === undefined ? nothing : provision(infrastructure, { machine, cluster }, input),
  ])
}

const tied = (part: KubeObject, machine: KubeObject): Plan =>
  isDeleting(part)
    ? nothing
    : ensureMetadata(part, {
        owner: ownerReference(machine, 'controller'),
        labels: { [labels.clusterName]: text(at(machine.spec, 'clusterName')) ?? '' },
      })

interface Parts {
  readonly config: KubeObject | undefined
  readonly infrastructure: KubeObject | undefined
}

/** What its providers have found out becomes part of a Machine's spec. */
function takeOver(machine: KubeObject, { config, infrastructure }: Parts): Plan {
  const secret = at(config?.status, 'dataSecretName')
  const providerID = isProvisioned(infrastructure) ? at(infrastructure?.spec, 'providerID') : undefined
  const spec = {
    ...(secret !== undefined &&
      at(machine.spec, 'bootstrap', 'dataSecretName') === undefined && {
        bootstrap: { dataSecretName: secret },
      }),
    ...(providerID !== undefined && at(machine.spec, 'providerID') === undefined && { providerID }),
  }
  if (Object.keys(spec).length === 0) return nothing
  return actions({ act: 'patch', ref: refOf(machine), body: { spec } })
}

interface Belonging {
  readonly machine: KubeObject
  readonly cluster: KubeObject
}

function provision(infrastructure: KubeObject, { machine, cluster }: Belonging, input: PlanInput): Plan {
  const { now } = input
  if (isDeleting(infrastructure) || isPaused(cluster, infrastructure)) return nothing
  if (isProvisioned(infrastructure)) return statedAgain(infrastructure, now)
  const held = ensureMetadata(infrastructure, { finalizer: infrastructureFinalizer })
  if (held.actions.length > 0) return held
  // A machine is started with its bootstrap data, so there is nothing to start before that is known.
  if (text(at(machine.spec, 'bootstrap', 'dataSecretName')) === undefined) return nothing
  const ref = refOf(infrastructure)
  if (cluster.metadata.annotations?.[faults.quota] === 'exceeded') {
    const message = 'The quota for machines is used up'
    const words = { type: 'Ready', status: 'False', reason: 'QuotaExceeded', message } as const
    const conditions = withCondition(infrastructure, words, now)
    if (conditions === undefined) return nothing
    return actions({ act: 'patch', ref, part: 'status', body: { status: { conditions } } })
  }
  const waiting = timer(
    infrastructure,
    { name: 'provisioned', takesMs: durationOf('machineInfrastructureMs', input) },
    input,
  )
  if (waiting !== 'over') return waiting
  const { name, namespace = '' } = infrastructure.metadata
  const conditions = withCondition(infrastructure, { type: 'Ready', status: 'True', reason: 'Ready' }, now)
  const status = {
    initialization: { provisioned: true },
    addresses: [{ type: 'Hostname', address: name }],
    ...(conditions && { conditions }),
  }
  return actions(
    ...inOrder(
      { act: 'patch', ref, body: { spec: { providerID: `simulated://${namespace}/${name}` } } },
      { act: 'patch', ref, part: 'status', body: { status } },
    ),
  )
}

// What a provider says is about the spec that it has seen last.
function statedAgain(infrastructure: KubeObject, now: number): Plan {
  const conditions = withCondition(infrastructure, { type: 'Ready', status: 'True', reason: 'Ready' }, now)
  if (conditions === undefined) return nothing
  return actions({
    act: 'patch',
    ref: refOf(infrastructure),
    part: 'status',
    body: { status: { conditions } },
  })
}
