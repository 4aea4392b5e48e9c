import { at, fields, flag, type KubeObject, list, number, text, type View } from '@sitrep/status'
import type { DataPlaneReport } from './types.ts'

/** A DataPlaneReport, as Gateways and ListenerSets read it. */
export const reportView: View<DataPlaneReport> = {
  name: 'dataPlaneReport',
  of: ({ status }) => ({
    addresses: list(at(status, 'addresses')).flatMap((entry) => {
      const { type, value } = fields(entry)
      return text(value) === undefined ? [] : [{ type: text(type) ?? 'IPAddress', value: String(value) }]
    }),
    unusableAddresses: list(at(status, 'unusableAddresses')).flatMap((value) => text(value) ?? []),
    noResources: text(at(status, 'noResources')),
    listeners: list(at(status, 'listeners')).map((entry) => {
      const { name, bound, probed, portUnavailable, problem } = fields(entry)
      return {
        name: text(name) ?? '',
        bound: flag(bound) ?? false,
        probed: flag(probed) ?? false,
        portUnavailable: flag(portUnavailable) ?? false,
        problem: text(problem),
      }
    }),
    ...portsOf(status),
    ...replicasOf(status),
    generations: generationsOf(status),
  }),
}

/** Whether there is a report: a route needs to know no more. */
export const reportThere: View<true> = { name: 'reportThere', of: () => true }

/** Which Gateway a report is about. */
export const reportedGateway: View<string> = {
  name: 'reportedGateway',
  of: ({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`,
}

function portsOf(status: unknown): Pick<DataPlaneReport, 'ports'> {
  const given = Object.entries(fields(at(status, 'ports')))
  const ports = given.flatMap(([port, opened]) =>
    number(opened) === undefined || !/^\d+$/.test(port) ? [] : [[port, Number(opened)] as const],
  )
  return ports.length === 0 ? {} : { ports: Object.fromEntries(ports) }
}

function replicasOf(status: unknown): Pick<DataPlaneReport, 'replicas'> {
  const given = at(status, 'replicas')
  if (given === undefined) return {}
  return {
    replicas: list(given).map((entry) => {
      const generation = number(at(entry, 'generation'))
      return { name: text(at(entry, 'name')) ?? '', ...(generation !== undefined && { generation }) }
    }),
  }
}

function generationsOf(status: unknown): Readonly<Record<string, number>> {
  const given = fields(at(status, 'generations'))
  const isGeneration = (value: unknown): value is number => number(value) !== undefined
  // There is one of every route, and mostly nothing is to be left out.
  if (Object.values(given).every(isGeneration)) return given as Readonly<Record<string, number>>
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, number] => isGeneration(entry[1])),
  )
}

/** The key of an object in one generation, under which reports that have it in force are filed. */
export const inForceKey = (object: string, generation: number): string => `${object}@${generation}`

/** The keys under which a report is filed: every object that it has in force, so that an acknowledgement wakes only whom it concerns. */
export const inForceKeys = ({ status }: KubeObject): readonly string[] =>
  Object.entries(generationsOf(status)).map(([object, generation]) => inForceKey(object, generation))
