import type { DataPlaneReport, ReportedListener } from '@sitrep/gateway-api'
import { at, fields, flag, isFields, list, number, text } from '@sitrep/status'

/** What one replica says about all Gateways. */
export interface ReplicaReports {
  /** Another number whenever something else is another. */
  readonly revision: number
  /** By `<namespace>/<name>` of the Gateway. */
  readonly reports: ReadonlyMap<string, DataPlaneReport>
}

/** The reports of a replica as a text. */
export const formatReports = ({ revision, reports }: ReplicaReports): string =>
  JSON.stringify({ revision, reports: Object.fromEntries(reports) })

/** Reads what a replica says; nothing where it is something else. Single fields of a wrong type count as not said. */
export function parseReports(said: string): ReplicaReports | undefined {
  let value: unknown
  try {
    value = JSON.parse(said)
  } catch {
    return undefined
  }
  const [revision, reports] = [number(at(value, 'revision')), at(value, 'reports')]
  if (revision === undefined || !isFields(reports)) return undefined
  return {
    revision,
    reports: new Map(
      Object.entries(fields(reports)).map(([gateway, report]) => [gateway, parseReport(report)]),
    ),
  }
}

const mostProblem = 500

function parseReport(value: unknown): DataPlaneReport {
  const generations = Object.entries(fields(at(value, 'generations')))
  return {
    // Where a Gateway can be reached is not for a replica to say.
    addresses: [],
    unusableAddresses: [],
    noResources: text(at(value, 'noResources'))?.slice(0, mostProblem),
    listeners: list(at(value, 'listeners')).map(parseListener),
    generations: Object.fromEntries(
      generations.filter((entry): entry is [string, number] => number(entry[1]) !== undefined),
    ),
  }
}

function parseListener(value: unknown): ReportedListener {
  const problem = text(at(value, 'problem'))?.slice(0, mostProblem)
  return {
    name: text(at(value, 'name')) ?? '',
    bound: flag(at(value, 'bound')) ?? false,
    probed: flag(at(value, 'probed')) ?? false,
    portUnavailable: flag(at(value, 'portUnavailable')) ?? false,
    ...(problem !== undefined && { problem }),
  }
}
