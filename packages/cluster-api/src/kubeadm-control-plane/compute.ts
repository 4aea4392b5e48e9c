import { type Condition, type Decision, decide, setCondition, setConditions } from '@sitrep/conditions'
import { type Computed, type ConditionsOnOther, clockAt } from '@sitrep/status'
import { compareConditions } from '../model/condition-order.ts'
import { type PassStart, pausedOnly, type StatusFields, stoppedEarly, untouched } from '../pass/computed.ts'
import { isPaused } from '../pass/paused.ts'
import { controlPlaneFacts } from './facts/facts.ts'
import { lastRemediation } from './facts/last-remediation.ts'
import type { ControlPlaneMachineFacts, JudgedMachine } from './facts/machines.ts'
import { goesOn, type PassFacts, passFacts } from './facts/pass.ts'
import type { ControlPlaneLanguage } from './language.ts'
import { oldStatus } from './old-status/old-status.ts'
import type { ClusterOfControlPlane, ControlPlaneObserved, MachineObserved } from './types.ts'

/** Turns one observation of a control plane into its status and what it says on its Machines, in one language. */
export function computeControlPlane(
  language: ControlPlaneLanguage,
  gracePeriodMs: number,
): (observed: ControlPlaneObserved) => Computed<StatusFields> {
  return (observed) => {
    const clock = clockAt(observed.now)
    const { controlPlane, previousStatus } = observed
    const start: PassStart = { previous: previousStatus, generation: controlPlane.generation, clock }
    const types = ownedTypes(language, observed)
    const repeating = (verdict: Computed<StatusFields>): Computed<StatusFields> => ({
      ...verdict,
      others: repeated(observed, language),
    })
    const seen = observed.cluster?.read === true ? observed.cluster.item : undefined
    const cluster = seen ?? (language.needsCluster ? undefined : noCluster)
    if (cluster === undefined) return repeating(untouched(start, types, 'there is no Cluster to be seen'))
    const pausedBy = {
      kind: 'KubeadmControlPlane',
      clusterPaused: cluster.paused,
      annotated: controlPlane.paused,
      clusterUnread: observed.cluster?.read === false,
    }
    const paused = decide(language.paused, pausedBy)
    if (isPaused(pausedBy)) return repeating(pausedOnly(start, paused, types))
    const scope = language.scope(observed, cluster)
    if (!scope.starts) return repeating(stoppedEarly(start, paused, types))
    const { machines, listed, version } = scope
    const { obstacles, firstCertificates } = language
    const seenSoFar = { observed, cluster, machines, listed, version, clock }
    const pass = passFacts({ ...seenSoFar, gracePeriodMs, obstacles, firstCertificates })
    return complete(pass, language, paused)
  }
}

/** What stands for a Cluster that cannot be seen: nothing of it is there yet. */
const noCluster: ClusterOfControlPlane = {
  paused: false,
  infrastructureProvisioned: false,
  hasEndpoint: false,
  topologyVersion: undefined,
  upgradeStep: undefined,
  failureDomains: [],
}

function ownedTypes(
  language: ControlPlaneLanguage,
  { controlPlane }: ControlPlaneObserved,
): readonly string[] {
  const { certificates, health, tables, available } = language
  const types = [certificates, ...health, ...tables, available].map(({ type }) => type)
  return controlPlane.spec.etcdManaged ? types : types.filter((type) => type !== 'EtcdClusterHealthy')
}

/** Says again what was said on the Machines, so that nothing of it is taken back. */
function repeated(
  { machines, controlPlane }: ControlPlaneObserved,
  language: ControlPlaneLanguage,
): readonly ConditionsOnOther[] {
  if (!machines.read) return []
  const kept = [...language.machine, ...language.machineEtcd].map(
    ({ type }): Decision => ({ outcome: 'keep', type, by: 'stated', sources: [] }),
  )
  return machines.items
    .filter(({ seen }) =>
      seen.owners.some(({ uid, controller }) => controller === true && uid === controlPlane.uid),
    )
    .map((machine) => saidOn(machine, machine.before, kept))
    .filter(({ conditions }) => conditions.length > 0)
}

function complete(pass: PassFacts, language: ControlPlaneLanguage, paused: Decision): Computed<StatusFields> {
  const judgements = pass.machines.map((machine) => judgeMachine({ pass, machine }, language))
  const judged = judgements.map(({ machine }) => machine)
  const { generation } = pass.observed.controlPlane
  const stamp = { generation, now: pass.clock.now, order: compareConditions }
  const first = [paused, decide(language.certificates, { pass }), ...healthDecisions(pass, judged, language)]
  const basis = setConditions(pass.observed.previous.conditions, first, stamp)
  const facts = controlPlaneFacts(pass, judged, basis)
  const second = language.tables.map((table) => decide(table, facts))
  const most = setConditions(basis, second, stamp)
  const last = decide(language.available, { ...facts, conditions: most })
  const conditions = setConditions(most, [last], stamp)
  const remediation = lastRemediation({
    inProgress: pass.observed.controlPlane.remediationInProgress,
    replaced: judged.flatMap(({ remediationFor }) => remediationFor ?? []),
    before: pass.observed.previous.lastRemediation,
  })
  const fields = language.write({
    facts: { ...facts, conditions },
    conditions,
    ...remediation,
    failed: remediation.failed || hasFailed(pass),
    old: oldStatus(facts),
  })
  return {
    status: fields,
    decided: [...first, ...second, last],
    others: saidOnMachines(judgements),
    recheckAt: pass.clock.recheckAt,
    // What is read from the workload cluster is looked at only once it is known to be initialized.
    ...(facts.initialized && awaitsInitialization(pass) && { again: true as const }),
  }
}

/** Whether the status before leaves it open that the control plane is initialized: by its field, or by its condition alone. */
const awaitsInitialization = ({ gate, observed }: PassFacts): boolean =>
  gate === 'uninitialized' || !observed.previous.initialized

// Whoever runs an etcd elsewhere may speak of it; a kept condition would take the word from them.
function healthDecisions(
  pass: PassFacts,
  judged: readonly JudgedMachine[],
  { health }: ControlPlaneLanguage,
): readonly Decision[] {
  return health
    .map((table) => decide(table, { pass, judged }))
    .filter(
      ({ type, outcome }) => pass.spec.etcdManaged || type !== 'EtcdClusterHealthy' || outcome !== 'keep',
    )
}

const saidOnMachines = (judgements: readonly Judgement[]): readonly ConditionsOnOther[] =>
  judgements.map(({ said }) => said).filter(({ conditions }) => conditions.length > 0)

/** A Machine after its control plane had its say. */
interface Judgement {
  readonly machine: JudgedMachine
  readonly said: ConditionsOnOther
}

/** Decides all that a control plane says on one of its Machines. */
function judgeMachine(facts: ControlPlaneMachineFacts, language: ControlPlaneLanguage): Judgement {
  const { pass, machine } = facts
  const stamp = { generation: machine.seen.generation, now: pass.clock.now, order: compareConditions }
  const tables = pass.spec.etcdManaged ? [...language.machine, ...language.machineEtcd] : language.machine
  const decided = tables.map((table) => decide(table, facts))
  const said = saidOn(machine, setConditions(machine.before, decided, stamp), decided)
  const passing = language.passing(facts)
  if (passing.length === 0) return { machine: withConditions(machine, said.conditions, decided), said }
  const between = passing.reduce((list, condition) => setCondition(list, condition, stamp), machine.before)
  const seen = saidOn(machine, setConditions(between, decided, stamp), decided)
  return { machine: withConditions(machine, seen.conditions, decided), said }
}

function saidOn(
  machine: MachineObserved,
  conditions: readonly Condition[],
  decided: readonly Decision[],
): ConditionsOnOther {
  const types = decided.map(({ type }) => type)
  return { ref: machine.seen.ref, conditions: conditions.filter(({ type }) => types.includes(type)), decided }
}

// What others say on the Machine is taken as they say it now, not as it stood when this control plane last spoke.
function withConditions(
  { seen }: MachineObserved,
  mine: readonly Condition[],
  decided: readonly Decision[],
): JudgedMachine {
  const types = decided.map(({ type }) => type)
  return { ...seen, conditions: [...seen.conditions.filter(({ type }) => !types.includes(type)), ...mine] }
}

/** Whether something stood in the way of this pass. */
function hasFailed(pass: PassFacts): boolean {
  const { deleting, cluster } = pass
  return !deleting && !goesOn(pass) && cluster.infrastructureProvisioned && cluster.hasEndpoint
}
