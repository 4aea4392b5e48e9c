import { isFields, listOf, textAt, valueAt } from '../foreign/value.ts'

/** How a kind is written where a set of them is kept: `example.com/Widget`, whatever its version. */
export function formatKind(apiVersion: string, kind: string): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return `${group}/${kind}`
}

/** The kinds that by their CRDs have no status: to be there is all that they do. What is no CRD is passed over. */
export function kindsWithoutStatus(crds: readonly unknown[]): ReadonlySet<string> {
  return new Set(
    crds
      .filter((crd) => textAt(crd, 'kind') === 'CustomResourceDefinition' && hasNoStatus(crd))
      .map((crd) => `${textAt(crd, 'spec.group')}/${textAt(crd, 'spec.names.kind')}`),
  )
}

// A version without a schema says nothing about what it holds.
function hasNoStatus(crd: unknown): boolean {
  const versions = listOf(valueAt(crd, 'spec.versions')).filter((each) => valueAt(each, 'served') !== false)
  return (
    versions.length > 0 &&
    versions.every((version) => {
      const schema = valueAt(version, 'schema.openAPIV3Schema')
      const properties = valueAt(schema, 'properties')
      if (!isFields(properties) || valueAt(schema, 'x-kubernetes-preserve-unknown-fields') === true)
        return false
      return properties['status'] === undefined && valueAt(version, 'subresources.status') === undefined
    })
  )
}
