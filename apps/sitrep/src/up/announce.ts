import { formatAge } from '@sitrep/present'
import type { Profile } from '@sitrep/status'
import type { Context } from '../command.ts'
import type { GroundWords } from './open-data-plane.ts'
import type { OpenedScenario } from './open-scenario.ts'

export interface Announcement {
  readonly url: string
  readonly kubeconfig: string
  readonly dashboard: string
  /** What kubectl can be asked for first. */
  readonly kinds: string
  readonly profile: Profile
  readonly speed: number
  readonly scenario: OpenedScenario
  /** What is particular about addresses and ports here. */
  readonly ground: GroundWords
}

const meanings: Readonly<Record<Profile, string>> = {
  proposal:
    'statuses as the design documents have them; --profile released: as the released systems write them',
  released: 'statuses as the released systems write them',
}

/** Says where everything is, what it speaks, and what can be typed next, as it can be copied. */
export function announce(context: Context, told: Announcement): void {
  const { print, calledAs: sitrep = 'sitrep' } = context
  print(`API server   ${told.url}`)
  print(`kubeconfig   ${told.kubeconfig}`)
  print(`dashboard    ${told.dashboard}`)
  print(`profile      ${told.profile}: ${meanings[told.profile]}`)
  const { gateways, pods } = told.ground
  if (gateways !== undefined) print(`gateways     ${gateways}; their status says where`)
  if (pods !== undefined) print(`pods         ${pods}; their status and EndpointSlices say where`)
  if (told.speed !== 1)
    print(`speed        ${told.speed}: simulated things take so many times less; the clock is the real one`)
  print('')
  print(`Try: export KUBECONFIG=${told.kubeconfig}`)
  print(`     kubectl get ${told.kinds} -A`)
  print(`     ${sitrep}   # what is wrong anywhere`)
  for (const { ask, object, namespace, afterMs } of told.scenario.look)
    print(`     ${sitrep} ${ask} ${object} -n ${namespace}   # from ${formatAge(afterMs / told.speed)} on`)
  print('Ctrl-C stops it; the next start continues.')
}
