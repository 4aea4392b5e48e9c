import type { NamedType } from '../builtin/types/definition.ts'

const bundledPackages: ReadonlyMap<string, string> = new Map([
  ['meta.v1', 'io.k8s.apimachinery.pkg.apis.meta.v1'],
  ['apiextensions.v1', 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1'],
  ['apiregistration.v1', 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1'],
])

/** The name under which OpenAPI documents know a built-in struct: `core.v1.Pod` is `io.k8s.api.core.v1.Pod`. */
export function componentName(definitionName: string): string {
  const dot = definitionName.lastIndexOf('.')
  const alias = definitionName.slice(0, dot)
  return `${bundledPackages.get(alias) ?? `io.k8s.api.${alias}`}${definitionName.slice(dot)}`
}

/** Special types that documents describe once and refer to; the others are written where they stand. */
export const namedComponents: ReadonlyMap<NamedType, string> = new Map([
  ['Time', 'io.k8s.apimachinery.pkg.apis.meta.v1.Time'],
  ['MicroTime', 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime'],
  ['FieldsV1', 'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1'],
  ['Duration', 'io.k8s.apimachinery.pkg.apis.meta.v1.Duration'],
  ['Quantity', 'io.k8s.apimachinery.pkg.api.resource.Quantity'],
  ['IntOrString', 'io.k8s.apimachinery.pkg.util.intstr.IntOrString'],
  ['RawExtension', 'io.k8s.apimachinery.pkg.runtime.RawExtension'],
  ['JSON', 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON'],
  ['JSONSchemaPropsOrBool', 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool'],
  [
    'JSONSchemaPropsOrArray',
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray',
  ],
  [
    'JSONSchemaPropsOrStringArray',
    'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray',
  ],
])

/** The name of a custom kind: group reversed, version, kind, as in `dev.sitrep.v1.Widget`. */
export function customComponentName(group: string, version: string, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.')
}
