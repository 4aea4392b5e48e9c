import { type Connection, objectPath, type ServedResource, withQuery } from '@sitrep/controller/connection'

interface Definition {
  readonly metadata: { readonly name: string }
}

/** Where CustomResourceDefinitions are served. */
export const definitions: ServedResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
  names: [],
}

/** Applies CustomResourceDefinitions; those that are there already are brought up to date. */
export async function installDefinitions(
  connection: Connection,
  wanted: readonly Definition[],
): Promise<void> {
  for (const definition of wanted) {
    const path = withQuery(objectPath(definitions, { name: definition.metadata.name }), {
      fieldManager: 'sitrep',
      force: true,
    })
    await connection.request({
      method: 'PATCH',
      path,
      body: definition,
      contentType: 'application/apply-patch+yaml',
    })
  }
}
