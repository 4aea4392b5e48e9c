import type { DataPlaneReport, ReportedListener, RoutingConfiguration } from '@sitrep/gateway-api'
import { nameOf } from '../edge/gateways.ts'

/** What one replica says about one Gateway. */
export interface ReplicaAnswer {
  readonly name: string
  /** Absent: it does not answer, or does not know the Gateway. */
  readonly report?: DataPlaneReport
}

/** Where a Gateway can be reached. */
export type Reached = Pick<DataPlaneReport, 'addresses' | 'unusableAddresses' | 'ports'>

/** One report for all replicas: what holds for every one of them, and which of them has what. */
export function foldReports(
  configuration: RoutingConfiguration,
  answers: readonly ReplicaAnswer[],
  reached: Reached,
): DataPlaneReport {
  const own = `Gateway/${nameOf(configuration.metadata)}`
  const refusals = answers.map(({ report }) => report?.noResources)
  return {
    ...reached,
    // While one of them takes it, there is a place for it.
    noResources: refusals.every((each) => each !== undefined) ? refusals[0] : undefined,
    listeners: configuration.spec.listeners.map(({ name }) => foldListener(name, answers)),
    replicas: answers.map(({ name, report }) => {
      const generation = report?.generations[own]
      return { name, ...(generation !== undefined && { generation }) }
    }),
    generations: agreed(answers.map(({ report }) => report?.generations ?? {})),
  }
}

function foldListener(name: string, answers: readonly ReplicaAnswer[]): ReportedListener {
  const said = answers.map((answer) => ({
    replica: answer.name,
    listener: answer.report?.listeners.find((each) => each.name === name),
  }))
  const problems = said.flatMap(({ replica, listener }) =>
    listener?.problem === undefined ? [] : [`${replica}: ${listener.problem}`],
  )
  const all = (claim: 'bound' | 'probed'): boolean =>
    said.length > 0 && said.every(({ listener }) => listener?.[claim] === true)
  return {
    name,
    bound: all('bound'),
    probed: all('probed'),
    portUnavailable: said.some(({ listener }) => listener?.portUnavailable === true),
    ...(problems.length > 0 && { problem: inWords(problems) }),
  }
}

const mostProblems = 3

const inWords = (problems: readonly string[]): string => {
  const shown = problems.slice(0, mostProblems).join('; ')
  return problems.length > mostProblems ? `${shown} and ${problems.length - mostProblems} more` : shown
}

// Of what they do not agree on, somebody has another generation than the one that is wanted.
function agreed(all: readonly DataPlaneReport['generations'][]): DataPlaneReport['generations'] {
  const [one = {}, ...others] = all
  return Object.fromEntries(
    Object.entries(one).filter(([key, generation]) => others.every((each) => each[key] === generation)),
  )
}
