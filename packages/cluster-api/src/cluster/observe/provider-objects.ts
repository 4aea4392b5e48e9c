import {
  at,
  fields,
  found,
  type KubeObject,
  missing,
  type Reading,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { type ContractRef, contractRef, refIn } from '../../model/references.ts'
import { readProviderObject, type Spoken } from '../../provider-object/read.ts'
import type { Cluster } from '../types.ts'
import { type ControlPlaneSeen, controlPlaneOfCluster } from './control-plane-seen.ts'
import { type InfrastructureSeen, infrastructureOfCluster } from './infrastructure-seen.ts'

/** Looks at the infrastructure that a Cluster refers to. */
export function observeInfrastructure(object: Cluster, world: World): Reading<InfrastructureSeen> {
  const ref = contractRef(at(object.spec, 'infrastructureRef'))
  const reading = readOwned(object, world, { ref, view: infrastructureOfCluster })
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object: parts } = reading.item
  return found({ ...parts, contract, provisioned: parts.provisioned[contract] })
}

/** Looks at the control plane that a Cluster refers to. */
export function observeControlPlane(object: Cluster, world: World): Reading<ControlPlaneSeen> {
  const ref = contractRef(at(object.spec, 'controlPlaneRef'))
  const reading = readOwned(object, world, { ref, view: controlPlaneOfCluster })
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object: parts } = reading.item
  return found({
    ...parts,
    contract,
    initialized: parts.initialized[contract],
    upToDate: parts.upToDate[contract],
  })
}

interface OwnedQuery<Value> {
  readonly ref: ContractRef | undefined
  readonly view: View<Value>
}

/** With a topology the Cluster must be the controller, so what somebody else controls counts as unreadable. */
function readOwned<Value extends { readonly controller: string | undefined }>(
  { metadata, spec }: KubeObject,
  world: World,
  { ref, view }: OwnedQuery<Value>,
): Reading<Spoken<Value>> {
  if (ref === undefined) return missing
  const reading = readProviderObject(world, refIn(metadata.namespace, ref), view)
  if (!reading.read || reading.item === undefined) return reading
  const hasTopology = Object.keys(fields(at(spec, 'topology'))).length > 0
  const { controller } = reading.item.object
  const taken = hasTopology && controller !== undefined && controller !== metadata.uid
  return taken ? unreadable(`${ref.kind} ${ref.name} belongs to somebody else`) : reading
}
