import { badRequest } from '../../errors/api-error.ts'
import type { KubeObject } from '../../json/json.ts'
import { JsonSyntaxError } from '../../json/json-syntax-error.ts'
import { isJsonObject } from '../../json/own.ts'
import { parseJson } from '../../json/parse-json.ts'
import { parseYaml } from '../../json/parse-yaml.ts'
import type { Parsed } from '../../json/parsed.ts'
import { metadataOf, textOf } from '../../resources/metadata.ts'

export interface AppliedConfiguration {
  readonly config: KubeObject
  readonly duplicates: readonly string[]
}

const openBrace = 0x7b

/** The configuration in the body of a server-side apply. Throws a 400 for what is none. */
export function readApplied(body: Buffer): AppliedConfiguration {
  const { value: read, duplicates } = parse(body)
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

/** Most clients send JSON, which is YAML too, and much faster to read as what it is. */
function parse(body: Buffer): Parsed {
  const text = body.toString()
  if (body[0] === openBrace) {
    try {
      return parseJson(text)
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error
    }
  }
  try {
    return parseYaml(text)
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`)
  }
}
