import { type ConditionState, getCondition, type Source } from '@sitrep/conditions'
import { machineKind } from '../../kinds.ts'
import { counted, shorten } from '../../shorten.ts'
import type { HealthFacts, JudgedMachine } from './machines.ts'

/** What is summed up, and how strictly. */
export interface SumUp {
  /** The conditions of each Machine that count. */
  readonly types: readonly string[]
  /** What is wrong with the control plane as a whole, a sentence each. */
  readonly errors: readonly string[]
  /** What the Machines would report: `control plane`, `etcd member`. */
  readonly what: string
  /** Whether silence counts as agreement, and the unknown as good before the machine exists. */
  readonly lenient: boolean
}

interface Told {
  readonly name: string
  /** The bullets of one Machine; empty where there is nothing to tell. */
  readonly text: string
  readonly bad: boolean
  readonly unknown: boolean
  readonly good: boolean
}

/** Makes one condition out of several of many Machines: one that is bad is enough, and Machines that say the same are told together. */
export function sumUp(machines: readonly JudgedMachine[], input: SumUp): ConditionState {
  const { errors, what } = input
  const told = machines.map((machine) => tell(machine, input))
  const message = [...grouped(told), ...errors.map((error) => `* ${error}`)].join('\n')
  if (errors.length > 0 || told.some(({ bad }) => bad))
    return { status: 'False', reason: 'NotHealthy', message }
  if (told.some(({ unknown }) => unknown)) return { status: 'Unknown', reason: 'HealthUnknown', message }
  if (told.some(({ good }) => good)) return { status: 'True', reason: 'Healthy', message: '' }
  return { status: 'Unknown', reason: 'HealthUnknown', message: `No Machines reporting ${what} status` }
}

function tell(machine: JudgedMachine, { types, lenient }: SumUp): Told {
  const conditions = types.flatMap((type) => getCondition(machine.conditions, type) ?? [])
  // Nobody expects to know anything before the machine itself exists.
  const early = machine.providerID === ''
  const bad = conditions.filter(({ status }) => status === 'False')
  const unknown = early ? [] : conditions.filter(({ status }) => status === 'Unknown')
  const lines = conditions
    .filter((condition) => bad.includes(condition) || unknown.includes(condition))
    .map(({ type, status, message }) => `  * ${type}: ${message || `condition is ${status}`}`)
  const words = conditions[0]?.message ?? ''
  const alike =
    conditions.length > 1 &&
    (lenient || words !== '') &&
    conditions.every(({ message }) => (message ?? '') === words)
  return {
    name: machine.name,
    text: lines.length > 0 && alike ? `  * Control plane components: ${words}` : lines.join('\n'),
    bad: bad.length > 0,
    unknown: unknown.length > 0,
    good: conditions.some(({ status }) => status === 'True' || (lenient && early && status === 'Unknown')),
  }
}

const machinesShown = 3

function grouped(told: readonly Told[]): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const { name, text } of told) {
    if (text === '') continue
    const names = groups.get(text)
    if (names === undefined) groups.set(text, [name])
    else names.push(name)
  }
  return [...groups]
    .map(([text, names]) => ({ text, names: names.sort() }))
    .sort((a, b) => b.names.length - a.names.length || (a.names.join(',') < b.names.join(',') ? -1 : 1))
    .map(
      ({ text, names }) => `* ${counted(names.length, 'Machine')} ${shorten(names, machinesShown)}:\n${text}`,
    )
}

/** The conditions that a sum rests on. */
export const sourcesOf = (machines: readonly JudgedMachine[], types: readonly string[]): readonly Source[] =>
  machines.flatMap(({ ref, conditions }) =>
    types
      .filter((condition) => getCondition(conditions, condition)?.status !== 'True')
      .map((condition) => ({ ref: { ...machineKind, ...ref }, condition })),
  )

/** Nodes that look like a control plane and belong to no Machine; a Machine that is coming up may be the one. */
export function strayNodes({ pass }: HealthFacts): readonly string[] {
  const { machines, observed } = pass
  if (!observed.nodes.read) return []
  if (machines.some(({ seen }) => seen.nodeName === undefined && seen.deletion === undefined)) return []
  const known = new Set(machines.map(({ seen }) => seen.nodeName))
  return observed.nodes.items
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => `Control plane Node ${name} does not have a corresponding Machine`)
}
