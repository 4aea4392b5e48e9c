import type { ControlPlaneFacts } from './facts.ts'

/** What is left of a cluster besides its control plane, by name. */
interface Workers {
  readonly machines: readonly string[]
  readonly pools: readonly string[]
}

/** What is left besides the control plane; nothing where that cannot be told. */
export function workersOf({ pass }: ControlPlaneFacts): Workers | undefined {
  const { workers } = pass.observed
  if (workers?.machines.read !== true || !workers.pools.read) return undefined
  return {
    machines: workers.machines.items.filter(({ controlPlane }) => !controlPlane).map(({ name }) => name),
    pools: workers.pools.items,
  }
}

/** Any Machine beyond its own holds a control plane back, also a control plane Machine of somebody else. */
export function isHeldBack(f: ControlPlaneFacts): boolean {
  const { workers } = f.pass.observed
  if (workers?.machines.read !== true || !workers.pools.read) return false
  return workers.machines.items.length !== f.current || workers.pools.items.length > 0
}
