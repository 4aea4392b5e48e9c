import {
  crdKind,
  found,
  type KindRef,
  type KubeObject,
  kindKey,
  missing,
  type ObjectRef,
  type Reading,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { kubeadmControlPlaneKind } from '../kinds.ts'
import { type Contract, contracts, crdName, type Spoken } from './contract.ts'

/** The newest contract that a definition names; `undefined` in `spoken` where it names none. */
const contractOfCrd: View<{ readonly spoken: Contract | undefined }> = {
  name: 'contractOfCrd',
  of: ({ metadata }: KubeObject) => ({
    spoken: contracts.find((contract) => Boolean(metadata.labels?.[`cluster.x-k8s.io/${contract}`])),
  }),
}

/**
 * The contract of a provider's kind. A kind whose definition is not in the world speaks the newest one; a definition that
 * names no contract makes its objects unreadable, which is not the same as "not there".
 */
export function readContract(world: World, kind: KindRef): Reading<Contract> {
  const definition = world.get({ ...crdKind, name: crdName(kind) }, contractOfCrd)
  if (!definition.read) return definition
  if (definition.item === undefined) return found('v1beta2')
  const { spoken } = definition.item
  if (spoken === undefined) return unreadable(`the definition of ${kind.kind} names no contract`)
  // What has stages of ours is remembered in the newest, in whatever version it came.
  return found(kindKey(kind) === kindKey(kubeadmControlPlaneKind) ? 'v1beta2' : spoken)
}

/** Reads an object of a provider. Where its contract is not known the object cannot be read, although it may be there. */
export function readProviderObject<Value>(
  world: World,
  ref: ObjectRef,
  view: View<Value>,
): Reading<Spoken<Value>> {
  const contract = readContract(world, ref)
  if (!contract.read) return contract
  const object = world.get(ref, view)
  if (!object.read) return object
  if (object.item === undefined || contract.item === undefined) return missing
  return found({ contract: contract.item, object: object.item })
}
