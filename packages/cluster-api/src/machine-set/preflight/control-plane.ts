import { at, fields, type KubeObject, list, type Reading, text, type View, type World } from '@sitrep/status'
import { type ContractRef, refIn } from '../../model/references.ts'
import { readProviderObject, type Spoken } from '../../provider-object/read.ts'

/** The versions that a control plane wants and has. */
export interface ControlPlaneVersions {
  readonly wanted: string | undefined
  /** `status.versions`; nothing where it is not reported. */
  readonly reported: readonly string[] | undefined
  /** The older `status.version`. */
  readonly reportedOne: string | undefined
}

/** The control plane object of a Cluster: none is referred to, it cannot be looked at, or what was seen. */
export type ControlPlaneSeen =
  | { readonly ref: undefined }
  | { readonly ref: ContractRef; readonly versions: Reading<Spoken<ControlPlaneVersions>> }

const versionsOfControlPlane: View<ControlPlaneVersions> = {
  name: 'versionsOfControlPlane',
  of: ({ spec, status }: KubeObject) => ({
    wanted: wantedVersion(at(spec, 'version')),
    reported: Array.isArray(at(status, 'versions'))
      ? list(at(status, 'versions')).map((entry) => text(fields(entry)['version']) ?? '')
      : undefined,
    reportedOne: text(at(status, 'version')),
  }),
}

// An empty version is a version that cannot be read, and no version at all is one that nobody cares about.
const wantedVersion = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Looks at the control plane that a Cluster refers to. */
export function readControlPlane(
  world: World,
  namespace: string,
  ref: ContractRef | undefined,
): ControlPlaneSeen {
  if (ref === undefined) return { ref }
  return { ref, versions: readProviderObject(world, refIn(namespace, ref), versionsOfControlPlane) }
}
