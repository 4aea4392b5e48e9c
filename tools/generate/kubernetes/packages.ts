/** A Go package of API types: the short name used in the tables, and the prefix of its OpenAPI names. */
export interface ApiPackage {
  readonly alias: string
  readonly openApiPrefix: string
}

const staging = /^k8s\.io\/api\/(?<group>[a-z]+)\/(?<version>v[0-9a-z]+)$/
const bundled =
  /^k8s\.io\/(?<module>apiextensions-apiserver|kube-aggregator|apimachinery)\/pkg\/apis\/(?<group>[a-z]+)\/(?<version>v[0-9a-z]+)$/

/** `undefined` for packages that hold no API objects, such as `time`. */
export function apiPackageOf(path: string): ApiPackage | undefined {
  const found = staging.exec(path)?.groups ?? bundled.exec(path)?.groups
  if (found === undefined) return undefined
  const alias = `${found['group']}.${found['version']}`
  const module = found['module']
  const openApiPrefix = module === undefined ? `io.k8s.api.${alias}` : `io.k8s.${module}.pkg.apis.${alias}`
  return { alias, openApiPrefix }
}

/** Splits `k8s.io/api/core/v1.Pod` into package and name. */
export function splitTypeName(qualified: string): { readonly path: string; readonly name: string } {
  const dot = qualified.lastIndexOf('.')
  return { path: qualified.slice(0, dot), name: qualified.slice(dot + 1) }
}
