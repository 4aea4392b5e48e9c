import type { Resource, ResourceVersion } from '../resources/resource.ts'

/** One version of one resource. */
export interface ServedVersion {
  readonly resource: Resource
  readonly version: ResourceVersion
}

/** `v1` for the core group, `group/version` for the others: what `apiVersion` says. */
export function groupVersionOf({ group }: Resource, { name }: ResourceVersion): string {
  return group === '' ? name : `${group}/${name}`
}

export function versionsIn(groupVersion: string, resources: readonly Resource[]): readonly ServedVersion[] {
  return resources.flatMap((resource) =>
    resource.versions
      .filter((version) => groupVersionOf(resource, version) === groupVersion)
      .map((version) => ({ resource, version })),
  )
}

/** Every version of every resource. */
export function everyVersion(resources: readonly Resource[]): readonly ServedVersion[] {
  return resources.flatMap((resource) => resource.versions.map((version) => ({ resource, version })))
}

/** Every group and version that is served, in the order of the resources. */
export function groupVersions(resources: readonly Resource[]): readonly string[] {
  return [
    ...new Set(
      resources.flatMap((resource) => resource.versions.map((version) => groupVersionOf(resource, version))),
    ),
  ]
}

/** The path under which the v3 index lists a group and version. */
export function documentPath(groupVersion: string): string {
  return groupVersion.includes('/') ? `apis/${groupVersion}` : `api/${groupVersion}`
}
