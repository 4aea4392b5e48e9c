import { type Connection, objectPath, type ServedResource, withQuery } from '@sitrep/controller/connection'

interface NamedCrd {
  readonly metadata: { readonly name: string }
}

/** Where CustomResourceDefinitions are served. */
export const crds: ServedResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
  names: [],
}

/** Applies CustomResourceDefinitions; those that are there already are brought up to date. */
export async function installCrds(connection: Connection, wanted: readonly NamedCrd[]): Promise<void> {
  for (const crd of wanted) {
    const path = withQuery(objectPath(crds, { name: crd.metadata.name }), {
      fieldManager: 'sitrep',
      force: true,
    })
    await connection.request({
      method: 'PATCH',
      path,
      body: crd,
      contentType: 'application/apply-patch+yaml',
    })
  }
}
