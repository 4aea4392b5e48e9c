import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A schema as Kubernetes publishes it; only what the tables keep. */
export interface PublishedSchema {
  readonly type?: string
  readonly format?: string
  readonly default?: unknown
  readonly $ref?: string
  readonly allOf?: readonly PublishedSchema[]
  readonly properties?: Readonly<Record<string, PublishedSchema>>
  readonly items?: PublishedSchema
  readonly additionalProperties?: PublishedSchema
  readonly required?: readonly string[]
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
}

/** All component schemas of all published v3 documents, by their OpenAPI name. */
export function readPublishedSchemas(kubernetes: string): ReadonlyMap<string, PublishedSchema> {
  const folder = join(kubernetes, 'api', 'openapi-spec', 'v3')
  const schemas = new Map<string, PublishedSchema>()
  for (const file of readdirSync(folder)) {
    const document = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      components?: { schemas?: Record<string, PublishedSchema> }
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) schemas.set(name, schema)
  }
  return schemas
}
