import type { Profile, Setting, SettingValues } from '@sitrep/status'
import { type Abilities, everyAbility } from './abilities.ts'
import { ownControllerName } from './kinds.ts'

/** What `Ready` means where it is said at all: that traffic flows now, or what it meant before `Programmed` took that over. */
export type ReadyMeaning = 'none' | 'strict' | 'old'

/** How the family was asked to speak, and for whom. */
export interface Setup {
  readonly profile: Profile
  /** The controller names that are ours. */
  readonly ours: ReadonlySet<string>
  readonly abilities: Abilities
  readonly ready: ReadyMeaning
  /** Whether `Scheduled` and `Detached` are said beside what replaced them. */
  readonly deprecated: boolean
}

/** What the family may be told, and what its data plane can do. */
export interface GatewayApiOptions {
  readonly profile: Profile
  readonly settings?: SettingValues
  readonly abilities?: Abilities
}

const controllerNamePattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[^\s/]\S*$/

/** What may be set from outside. */
export const gatewayApiSettings: readonly Setting[] = [
  {
    name: 'controllerNames',
    flag: 'gateway-class-controller',
    type: 'texts',
    value: 'NAME',
    help: `Controller names of the GatewayClasses that are served (default ${ownControllerName})`,
    refuses: (value) => {
      const wrong = namesIn(value).find((name) => !controllerNamePattern.test(name))
      return wrong === undefined
        ? undefined
        : `${JSON.stringify(wrong)} is no controller name: it needs a domain and a path, such as ${ownControllerName}`
    },
  },
  {
    name: 'ready',
    flag: 'gateway-ready',
    type: 'switch',
    help: 'Publish Ready on Gateways and listeners: traffic flows now',
  },
  {
    name: 'deprecatedConditions',
    flag: 'gateway-deprecated-conditions',
    type: 'switch',
    help: 'Publish Scheduled, Detached and the old Ready beside the conditions that replaced them',
  },
]

/** Reads the settings. Old and strict `Ready` exclude each other: one type cannot mean two things. */
export function setupOf({ profile, settings = {}, abilities = everyAbility }: GatewayApiOptions): Setup {
  const names = namesIn(settings['controllerNames'])
  const strict = settings['ready'] === true
  const deprecated = settings['deprecatedConditions'] === true
  if (strict && deprecated)
    throw new TypeError(
      'gateway-ready and gateway-deprecated-conditions exclude each other: Ready cannot mean both that traffic flows now and what it meant before',
    )
  return {
    profile,
    ours: new Set(names.length === 0 ? [ownControllerName] : names),
    abilities,
    ready: strict ? 'strict' : deprecated ? 'old' : 'none',
    deprecated,
  }
}

function namesIn(value: unknown): readonly string[] {
  const given = Array.isArray(value) ? value : [value]
  return given.filter((name): name is string => typeof name === 'string' && name !== '')
}
