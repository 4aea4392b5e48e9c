import { type Answer, get, type Json, post } from '../exchange.ts'
import { listAt, textAt } from '../json-answer.ts'
import type { Api } from '../story.ts'

/** The smallest objects that Kubernetes accepts, for stories to vary. */

export function configMap(
  name: string,
  values: Record<string, string> = {},
  labels?: Record<string, string>,
): JsonObject {
  const metadata = labels === undefined ? { name } : { name, labels }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: values }
}

export type JsonObject = { readonly [key: string]: Json }

export function podTemplate(app: string, image = 'nginx'): JsonObject {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image }] } }
}

export function deployment(name: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { selector: { matchLabels: { app: name } }, template: podTemplate(name), ...spec },
  }
}

export function pod(name: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image: 'nginx' }], ...spec },
  }
}

export function service(name: string, spec: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } }
}

export interface CustomKind {
  readonly group: string
  readonly kind?: string
  readonly plural?: string
  readonly scope?: 'Namespaced' | 'Cluster'
  readonly schema?: JsonObject
  /** More of the one version `v1`, or all versions. */
  readonly version?: JsonObject
  readonly versions?: readonly JsonObject[]
  readonly names?: JsonObject
  readonly spec?: JsonObject
}

/** A CustomResourceDefinition with one served version `v1` unless told otherwise. */
export function definition(custom: CustomKind): JsonObject {
  const { group, kind = 'Widget', plural = `${kind.toLowerCase()}s`, scope = 'Namespaced' } = custom
  const schema = custom.schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const only = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: schema },
    ...custom.version,
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, kind, ...custom.names },
      versions: custom.versions ?? [only],
      ...custom.spec,
    },
  }
}

export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Creates a definition without recording it and waits until its objects can be asked for. */
export async function install(api: Api, manifest: JsonObject): Promise<void> {
  const created = await api.quietly(post(definitionsPath, manifest))
  if (created.status !== 201) throw new Error(`cannot install: ${JSON.stringify(created.body)}`)
  const name = textAt(manifest, 'metadata.name')
  const served = listAt(manifest, 'spec.versions').find((version) =>
    JSON.stringify(version).includes('"served":true'),
  )
  const root = `/apis/${textAt(manifest, 'spec.group')}/${textAt(served, 'name')}`
  const established = (answer: Answer): boolean =>
    JSON.stringify(answer.body).includes('"InitialNamesAccepted"')
  await api.settled(get(`${definitionsPath}/${name}`), established)
  await api.settled(get(`${root}/${textAt(manifest, 'spec.names.plural')}`), ({ status }) => status === 200)
}

/** An object of an installed definition. */
export function custom(group: string, name: string, rest: JsonObject = {}): JsonObject {
  return { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name }, ...rest }
}
