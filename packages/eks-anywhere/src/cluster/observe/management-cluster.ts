import { at, type Listing, listed, text, type View, type World } from '@sitrep/status'
import { clusterKind } from '../../kinds.ts'
import { clustersByName } from '../indexes.ts'
import { readRelease } from '../spec.ts'
import type { ManagerSeen } from '../types.ts'

const manager: View<ManagerSeen> = {
  name: 'managementCluster',
  of: ({ metadata, spec }) => {
    const above = text(at(spec, 'managementCluster', 'name'))
    return {
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      managed: above !== undefined && above !== metadata.name,
      ...readRelease(spec),
    }
  },
}

/** All clusters of the name that a Cluster gives as its management cluster; none for one that manages itself. */
export function readManagers(world: World, name: string | undefined): Listing<ManagerSeen> {
  if (name === undefined) return listed()
  return world.list({ ...clusterKind, by: { index: clustersByName, key: name } }, manager)
}
