import { badRequest } from '../../errors/api-error.ts'
import type { KubeObject } from '../../json/json.ts'
import { JsonSyntaxError } from '../../json/json-syntax-error.ts'
import { isJsonObject } from '../../json/own.ts'
import { parseYaml } from '../../json/parse-yaml.ts'
import type { Parsed } from '../../json/parsed.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { readAlready } from '../../request/body.ts'
import { metadataOf, textOf } from '../../resources/metadata.ts'

export interface AppliedConfiguration {
  readonly config: KubeObject
  readonly duplicates: readonly string[]
}

/** The configuration in the body of a server-side apply. Throws a 400 for what is none. */
export function readApplied(request: ApiRequest): AppliedConfiguration {
  const { value: read, duplicates } = parse(request)
  const value = read ?? {}
  if (!isJsonObject(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`,
    )
  }
  const config = {
    ...value,
    apiVersion: textOf(value, 'apiVersion'),
    kind: textOf(value, 'kind'),
    metadata: metadataOf(value),
  } as KubeObject
  return { config, duplicates }
}

function parse(request: ApiRequest): Parsed {
  try {
    return readAlready(request) ?? parseYaml(request.body.toString())
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`)
  }
}
