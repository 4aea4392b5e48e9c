import type { Profile } from '../profile.ts'

/** What can stand for a setting. */
export type SettingValue = string | boolean | readonly string[]

/** Settings by name. */
export type SettingValues = Readonly<Record<string, SettingValue | undefined>>

/** One thing about a family that may be set from outside: a flag of `up` and `run`, a value of the chart, a key in vectors. */
export interface Setting {
  /** As the family asks for it: `controllerNames`. */
  readonly name: string
  /** As it is typed: `gateway-class-controller`. */
  readonly flag: string
  readonly type: 'text' | 'texts' | 'switch'
  /** What stands for the value in help: `NAME`. */
  readonly value?: string
  readonly help: string
  /** Says what is wrong with a value, in a sentence; nothing where it is fine. */
  readonly refuses?: (value: SettingValue, profile: Profile) => string | undefined
  /** It also decides what the CustomResourceDefinitions look like: an option of `crds` as well. */
  readonly shapesCrds?: true
}
