import { configMapKind, daemonSetKind } from '@sitrep/cluster-api'
import {
  at,
  type KindRef,
  type KubeObject,
  type Listing,
  list,
  number,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { ofCniByName } from '../../indexes.ts'
import { deploymentKind, systemNamespace } from '../../kinds.ts'
import type { CiliumConfig, CniSeen, RolloutSeen } from '../types.ts'

const cniNamespace = 'kube-system'

const imagesIn = (object: KubeObject, name: string): readonly string[] =>
  list(at(object.spec, 'template', 'spec', name)).map((container) => text(at(container, 'image')) ?? '')

function rollout(object: KubeObject, desired: string, ready: string): RolloutSeen {
  const { metadata, status } = object
  return {
    current: (metadata.generation ?? 0) === (number(at(status, 'observedGeneration')) ?? 0),
    desired: number(at(status, desired)) ?? 0,
    ready: number(at(status, ready)) ?? 0,
    images: imagesIn(object, 'containers'),
    initImages: imagesIn(object, 'initContainers'),
  }
}

const daemonSet: View<RolloutSeen | undefined> = {
  name: 'daemonSetOfCni',
  of: (object) => inNamespace(object, () => rollout(object, 'desiredNumberScheduled', 'numberReady')),
}

const deployment: View<RolloutSeen | undefined> = {
  name: 'deploymentOfCni',
  of: (object) => inNamespace(object, () => rollout(object, 'replicas', 'readyReplicas')),
}

const config: View<CiliumConfig | undefined> = {
  name: 'configOfCni',
  of: (object) =>
    inNamespace(object, () => {
      const entries = (object as KubeObject & { readonly data?: unknown }).data
      return {
        policy: text(at(entries, 'enable-policy')) ?? '',
        egressInterfaces: text(at(entries, 'egress-masquerade-interfaces')) ?? '',
        exclusive: text(at(entries, 'cni-exclusive')) ?? '',
      }
    }),
}

// The index goes by name alone; one of that name elsewhere is another's.
const inNamespace = <Value>({ metadata }: KubeObject, value: () => Value): Value | undefined =>
  metadata.namespace === cniNamespace ? value() : undefined

/** Looks at the CNI in the workload cluster of this name. */
export function readCni(world: World, name: string): Reading<CniSeen> {
  const cluster = `${systemNamespace}/${name}`
  const named = <Value>(kind: KindRef, key: string, view: View<Value>): Listing<NonNullable<Value>> =>
    world.list({ ...kind, cluster, by: { index: ofCniByName, key } }, view)
  const found = {
    daemonSet: named(daemonSetKind, 'cilium', daemonSet),
    operator: named(deploymentKind, 'cilium-operator', deployment),
    config: named(configMapKind, 'cilium-config', config),
    preflightDaemonSet: named(daemonSetKind, 'cilium-pre-flight-check', daemonSet),
    preflightDeployment: named(deploymentKind, 'cilium-pre-flight-check', deployment),
    kindnetd: named(daemonSetKind, 'kindnet', daemonSet),
  }
  const unread = Object.values(found).find((listing) => !listing.read)
  if (unread !== undefined && !unread.read) return unread
  return {
    read: true,
    item: {
      daemonSet: first(found.daemonSet),
      operator: first(found.operator),
      config: first(found.config),
      preflightDaemonSet: first(found.preflightDaemonSet),
      preflightDeployment: first(found.preflightDeployment),
      kindnetd: first(found.kindnetd),
    },
  }
}

const first = <Item>(listing: Listing<Item>): Item | undefined =>
  listing.read ? listing.items[0] : undefined
