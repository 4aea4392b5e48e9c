import { fields, type KubeObject } from '@sitrep/status'
import { suffix } from '../../plan/chance.ts'
import type { World } from '../../world/world.ts'
import { type Link, linkRef } from './wanted.ts'

interface Surroundings {
  readonly cluster: KubeObject
  readonly world: World
}

/** What machines are made from: the machine config, where the provider has them. */
export const templateSpec = (machines: Link | undefined, { cluster, world }: Surroundings): object =>
  machines === undefined ? {} : fields(world.get(linkRef(machines, cluster))?.spec)

/** The name of the template of a group of machines. Another machine config gives another template, and so new machines. */
export const templateName = (group: string, machines: Link | undefined, surroundings: Surroundings): string =>
  `${group}-${suffix(JSON.stringify(templateSpec(machines, surroundings)))}`
