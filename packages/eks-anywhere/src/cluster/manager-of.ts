import type { ManagerSeen } from './types.ts'

/** The management cluster that is meant: the one beside the Cluster, else the only one of that name. */
export function managerOf(managers: readonly ManagerSeen[], namespace: string): ManagerSeen | undefined {
  const beside = managers.find((manager) => manager.namespace === namespace)
  return beside ?? (managers.length === 1 ? managers[0] : undefined)
}
