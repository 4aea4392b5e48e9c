import type { Fleet } from '../../../packages/cluster-api/bench/world.ts'
import { recordResult } from '../../proof/record.ts'
import { type Growth, growthOf, type Memory } from './memory.ts'

/** Both processes at one time. */
export interface Look {
  readonly minutes: number
  /** How many objects had been created, changed or deleted by then. */
  readonly changes: number
  readonly controller: Memory
  readonly server: Memory
}

/** All that a run has found. */
export interface Outcome {
  readonly fleet: Fleet
  readonly minutes: number
  readonly looks: readonly Look[]
  /** Statuses that differed from a computation from nothing, or from what is stored. */
  readonly drifted: number
  readonly checks: number
  readonly written: number
}

/** Caches, history and compiled code fill up first. */
const warmUpMinutes = 10
/** Over less time, what comes and goes outweighs what stays. */
const judgedMinutes = 20
const mostPercentPerHour = 1

/** One line about a look, for whoever waits. */
export function tellLook(look: Look | undefined, drifted: number): void {
  if (look === undefined) return
  const { minutes, changes, controller, server } = look
  const of = ({ heap, external, resident, stored }: Memory): string =>
    `${rounded(heap)} heap + ${rounded(external)} beside it${stored === undefined ? '' : ` (${rounded(stored)} of it objects)`}, ${rounded(resident)} resident`
  console.log(
    `  ${minutes.toFixed(0).padStart(3)} min, ${changes} changes, ${drifted} drifted; MB: controller ${of(controller)}; server ${of(server)}`,
  )
}

/** Prints and records what was found, and answers whether it is good. */
export function tellOutcome(outcome: Outcome): boolean {
  const { fleet, looks, drifted, checks, minutes, written } = outcome
  const warm = Math.min(warmUpMinutes, minutes / 2)
  const settled = looks.filter((look) => look.minutes >= warm)
  const growth = { controller: growthIn(settled, 'controller'), server: growthIn(settled, 'server') }
  recordResult('change', {
    machines: fleet.clusters * (fleet.workers + fleet.controlPlanes),
    minutes: rounded(minutes),
    'objects created, changed or deleted': looks.at(-1)?.changes ?? 0,
    'statuses written': written,
    'comparisons of all statuses with a computation from nothing': checks,
    'statuses that differed': drifted,
    ...memoryFigures('controller', looks, growth.controller),
    ...memoryFigures('server', looks, growth.server),
  })
  return verdict(drifted, minutes - warm, growth)
}

function growthIn(looks: readonly Look[], process: 'controller' | 'server'): Growth {
  return growthOf(
    looks.map((look) => ({
      minutes: look.minutes,
      changes: look.changes,
      megabytes: look[process].heap + look[process].external,
    })),
  )
}

function memoryFigures(
  process: 'controller' | 'server',
  looks: readonly Look[],
  { megabytesPerHour, percentPerHour, megabytesPerMillionChanges }: Growth,
): Readonly<Record<string, number | string>> {
  const last = looks.at(-1)?.[process]
  if (last === undefined) return {}
  const [first] = looks
  const { stored } = last
  return {
    ...(stored !== undefined && {
      [`${process}: objects stored, MB, at first and at last`]: `${rounded(first?.[process].stored ?? 0)}, ${rounded(stored)}`,
    }),
    [`${process}: heap, beside it, resident, MB`]: [last.heap, last.external, last.resident]
      .map(rounded)
      .join(', '),
    [`${process}: growth an hour`]: `${megabytesPerHour.toFixed(1)} MB (${percentPerHour.toFixed(2)} %)`,
    [`${process}: growth a million changes`]: `${megabytesPerMillionChanges.toFixed(1)} MB`,
  }
}

function verdict(
  drifted: number,
  judged: number,
  growth: { readonly controller: Growth; readonly server: Growth },
): boolean {
  const long = judged >= judgedMinutes
  const worst = Math.max(growth.controller.percentPerHour, growth.server.percentPerHour)
  const flat = worst <= mostPercentPerHour
  const memory = long
    ? `memory ${flat ? 'stays' : 'grows'} (${worst.toFixed(2)} % an hour, ${mostPercentPerHour} % allowed)`
    : `too short to judge memory: that takes ${judgedMinutes} minutes after the first ${warmUpMinutes}`
  console.log(`  ${drifted === 0 ? 'Nothing drifted' : `${drifted} statuses drifted`}; ${memory}`)
  return drifted === 0 && (!long || flat)
}

const rounded = (value: number): number => Math.round(value)
