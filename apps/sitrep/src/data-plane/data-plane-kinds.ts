import type { Timing } from '@sitrep/controller'
import type { DataPlane, HttpServing, ReplicaMetrics } from '@sitrep/data-plane'
import type { Abilities } from '@sitrep/gateway-api'
import { type Call, CommandError } from '../command.ts'
import { parseChoice } from '../options/option-values.ts'

/** The data planes that carry traffic. */
export const dataPlaneKinds = ['built-in', 'haproxy'] as const
export type DataPlaneKind = (typeof dataPlaneKinds)[number]

/** What `--data-plane` names, or a clear refusal. */
export const parseDataPlane = <Choice extends string>(
  call: Call,
  choices: readonly Choice[],
): Choice | undefined => parseChoice(call, 'data-plane', choices)

/** What a data plane of this kind can do. */
export async function abilitiesOf(kind: DataPlaneKind): Promise<Abilities> {
  const { builtInAbilities, haproxyAbilities } = await import('@sitrep/data-plane')
  return kind === 'haproxy' ? haproxyAbilities : builtInAbilities
}

interface Opening {
  readonly timing: Timing
  readonly metrics?: ReplicaMetrics
  /** Gets a line of JSON for every request. */
  readonly accessLog?: (line: string) => void
}

/** Opens a data plane of this kind. HAProxy counts and logs for itself. */
export async function openDataPlaneKind(
  kind: DataPlaneKind,
  { timing, metrics, accessLog }: Opening,
): Promise<DataPlane> {
  const { createBuiltInDataPlane, createHaproxyDataPlane, createHttpServing, formatAccessLine, usualLimits } =
    await import('@sitrep/data-plane')
  if (kind === 'haproxy') {
    if (accessLog !== undefined) throw new CommandError(2, '--access-log goes with the built-in data plane')
    return createHaproxyDataPlane().catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new CommandError(3, `HAProxy cannot be run: ${why}`, { cause })
    })
  }
  const { now, random } = timing
  const http: HttpServing = createHttpServing({
    limits: usualLimits,
    now,
    random,
    observer: (request) => {
      metrics?.observeRequest(request)
      accessLog?.(formatAccessLine(request, { time: new Date(now()).toISOString() }))
    },
  })
  const dataPlane = createBuiltInDataPlane({ http: metrics?.counted(http) ?? http, now, random })
  metrics?.setEndpointsAside(dataPlane.endpointsAside)
  return dataPlane
}
