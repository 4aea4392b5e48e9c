/** A PersistentVolume as far as it can be attached to a Node. */
export interface VolumeSeen {
  readonly name: string
  /** The name under which a Node lists it, for volumes of a CSI driver. */
  readonly nodeVolumeName: string | undefined
  /** `namespace/name` of the PersistentVolumeClaim that it is bound to. */
  readonly claim: string | undefined
}

/** What still hangs on a Node, each group in order. */
export interface AttachedVolumes {
  readonly claims: readonly string[]
  readonly volumesWithoutClaim: readonly string[]
  readonly unknownNodeVolumes: readonly string[]
  readonly unknownAttachments: readonly string[]
}

export interface VolumesInput {
  /** Names in the Node's status. */
  readonly onNode: readonly string[]
  /** PersistentVolumes by the VolumeAttachments of the Node. */
  readonly attached: readonly string[]
  readonly volumes: readonly VolumeSeen[]
  /** Claims of Pods that are not drained: nobody waits for those. */
  readonly ignoredClaims: ReadonlySet<string>
}

/** The volumes that must be detached before the machine may go; nothing when none is left. */
export function volumesToWaitFor({
  onNode,
  attached,
  volumes,
  ignoredClaims,
}: VolumesInput): AttachedVolumes | undefined {
  const found = volumes.filter(
    ({ name, nodeVolumeName }) =>
      attached.includes(name) || (nodeVolumeName !== undefined && onNode.includes(nodeVolumeName)),
  )
  const nodeNames = new Set(found.map(({ nodeVolumeName }) => nodeVolumeName))
  const names = new Set(found.map(({ name }) => name))
  const claims = found.flatMap(({ claim }) =>
    claim === undefined || ignoredClaims.has(claim) ? [] : [claim],
  )
  const waitingFor: AttachedVolumes = {
    claims: sortedOnce(claims),
    volumesWithoutClaim: sortedOnce(found.filter(({ claim }) => claim === undefined).map(({ name }) => name)),
    unknownNodeVolumes: sortedOnce(onNode.filter((name) => !nodeNames.has(name))),
    unknownAttachments: sortedOnce(attached.filter((name) => !names.has(name))),
  }
  return Object.values(waitingFor).every((group) => group.length === 0) ? undefined : waitingFor
}

const sortedOnce = (names: readonly string[]): readonly string[] => [...new Set(names)].sort()

/** Attached volumes in words, below a heading. `list` says how many are named, and how. */
export function volumesText(
  heading: string,
  volumes: AttachedVolumes,
  list: (names: readonly string[]) => string,
): string {
  const line = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`* ${what}: ${list(names)}`]
  return [
    heading,
    ...line('PersistentVolumeClaims', volumes.claims),
    ...line(
      'PersistentVolumes without a .spec.claimRef to a PersistentVolumeClaim',
      volumes.volumesWithoutClaim,
    ),
    ...line(
      'Node with .status.volumesAttached entries not matching a PersistentVolume',
      volumes.unknownNodeVolumes,
    ),
    ...line(
      'VolumeAttachment with .spec.source.persistentVolumeName not matching a PersistentVolume',
      volumes.unknownAttachments,
    ),
  ].join('\n')
}
