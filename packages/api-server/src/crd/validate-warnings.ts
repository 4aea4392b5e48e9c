import type { JsonObject } from '../json/json.ts'
import { quoteGo } from '../json/quote.ts'
import { recognizedFormat } from '../schema/formats/formats.ts'
import type { Schema } from '../schema/schema.ts'
import { readCrd } from './validate-model.ts'

/** What a definition may say, but should know to be without effect. On an update only what is new is told. */
export function crdWarnings(crd: JsonObject, old?: JsonObject): readonly string[] {
  const known = new Set(old ? unknownFormats(old) : [])
  return unknownFormats(crd)
    .filter((format) => !known.has(format))
    .map((format) => `unrecognized format ${quoteGo(format)}`)
}

function unknownFormats(crd: JsonObject): readonly string[] {
  const { shared, versions } = readCrd(crd)
  return [shared, ...versions].flatMap(({ validation }) =>
    validation?.schema ? formatsIn(validation.schema) : [],
  )
}

function formatsIn(schema: Schema): readonly string[] {
  const {
    format = '',
    items,
    not,
    additionalProperties,
    properties = {},
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = schema
  const unknown = format !== '' && !recognizedFormat(schema.type ?? '', format)
  const parts = [
    ...(items ? [items] : []),
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...(not ? [not] : []),
    ...Object.keys(properties)
      .sort()
      .map((name) => properties[name] as Schema),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
  return [...(unknown ? [format] : []), ...parts.flatMap(formatsIn)]
}
