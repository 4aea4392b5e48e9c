import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { type Family, type KubeObject, type Profile, profileLabel, profiles } from '@sitrep/status'

/** Which language a cluster speaks, family by family: what its CustomResourceDefinitions say, and the released one where they say nothing. */
export async function profilesOf(
  connection: Connection,
  families: readonly Family[],
): Promise<(family: Family) => Profile> {
  const names = new Set(families.flatMap(({ profileToldBy }) => profileToldBy ?? []))
  const told = new Map(
    await Promise.all([...names].map(async (name) => [name, await toldBy(connection, name)] as const)),
  )
  return ({ profileToldBy }) => told.get(profileToldBy ?? '') ?? 'released'
}

async function toldBy(connection: Connection, name: string): Promise<Profile | undefined> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${encodeURIComponent(name)}`
  try {
    const { metadata } = await connection.request<KubeObject>({ path })
    return profiles.find((profile) => profile === metadata.labels?.[profileLabel])
  } catch (error) {
    if (error instanceof ControllerError && (error.code === 'not-found' || error.code === 'forbidden'))
      return undefined
    throw error
  }
}
