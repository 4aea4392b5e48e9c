import { type Connection, ControllerError } from '@sitrep/controller/connection'
import { type KubeObject, type Profile, profileLabel, profiles } from '@sitrep/status'

/** Which language a cluster speaks: what its CustomResourceDefinitions say, and the released one where they say nothing. */
export async function profileOf(connection: Connection): Promise<Profile> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/clusters.cluster.x-k8s.io'
  try {
    const { metadata } = await connection.request<KubeObject>({ path })
    return profiles.find((profile) => profile === metadata.labels?.[profileLabel]) ?? 'released'
  } catch (error) {
    if (error instanceof ControllerError && (error.code === 'not-found' || error.code === 'forbidden'))
      return 'released'
    throw error
  }
}
