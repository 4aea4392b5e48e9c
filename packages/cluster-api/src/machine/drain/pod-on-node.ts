import type { Instant } from '@sitrep/conditions'
import { at, type KubeObject, list, text, type View } from '@sitrep/status'

type Labels = Readonly<Record<string, string>>

/** A Pod as a drain sees it. */
export interface PodSeen {
  readonly namespace: string
  readonly name: string
  readonly labels: Labels
  readonly phase: string
  /** A static Pod, of which the API shows only a mirror. */
  readonly mirror: boolean
  readonly controller: { readonly kind: string; readonly name: string } | undefined
  readonly deletionTimestamp: Instant | undefined
  /** The PersistentVolumeClaims that it uses, by name. */
  readonly claims: readonly string[]
}

/** A Pod with what else decides about it. */
export interface PodOnNode extends PodSeen {
  readonly namespaceLabels: Labels
  readonly namespaceTerminating: boolean
  /** The DaemonSet that it says controls it exists; nothing where no DaemonSet controls it. */
  readonly daemonSet: 'there' | 'gone' | 'unreadable' | undefined
  /** The budget that does not let it go. */
  readonly blockedBy: DisruptionBudget | undefined
}

/** A PodDisruptionBudget at its limit. */
export interface DisruptionBudget {
  readonly name: string
  readonly desiredHealthy: number
  readonly currentHealthy: number
}

const noLabels: Labels = Object.freeze({})

export const podOnNode: View<PodSeen> = {
  name: 'podForDrain',
  of: (object) => {
    const { metadata, spec, status } = object
    return {
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      labels: metadata.labels ?? noLabels,
      phase: text(at(status, 'phase')) ?? '',
      mirror: Object.hasOwn(metadata.annotations ?? {}, 'kubernetes.io/config.mirror'),
      controller: controllerOf(object),
      deletionTimestamp: metadata.deletionTimestamp,
      claims: list(at(spec, 'volumes')).flatMap(
        (volume) => text(at(volume, 'persistentVolumeClaim', 'claimName')) ?? [],
      ),
    }
  },
}

function controllerOf({ metadata }: KubeObject): PodSeen['controller'] {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true)
  return owner && { kind: owner.kind, name: owner.name }
}
