import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'

/** Fills in what a CustomResourceDefinition may leave out. */
export function defaultCrd(crd: JsonObject): JsonObject {
  const spec = getOwn(crd, 'spec')
  if (!isJsonObject(spec)) return crd
  const status = getOwn(crd, 'status')
  const defaulted = {
    ...spec,
    names: defaultNames(getOwn(spec, 'names')),
    conversion: defaultConversion(getOwn(spec, 'conversion')),
  }
  return { ...crd, spec: defaulted, status: defaultStatus(isJsonObject(status) ? status : {}, spec) }
}

function defaultNames(names: Json | undefined): Json {
  if (!isJsonObject(names)) return names ?? {}
  const kind = getOwn(names, 'kind')
  if (typeof kind !== 'string' || kind === '') return names
  return {
    ...names,
    singular: getOwn(names, 'singular') || kind.toLowerCase(),
    listKind: getOwn(names, 'listKind') || `${kind}List`,
  }
}

function defaultConversion(conversion: Json | undefined): Json {
  if (!isJsonObject(conversion)) return conversion ?? { strategy: 'None' }
  const webhook = getOwn(conversion, 'webhook')
  const client = isJsonObject(webhook) ? getOwn(webhook, 'clientConfig') : undefined
  const service = isJsonObject(client) ? getOwn(client, 'service') : undefined
  if (!isJsonObject(webhook) || !isJsonObject(client) || !isJsonObject(service)) return conversion
  if (getOwn(service, 'port') !== undefined) return conversion
  return {
    ...conversion,
    webhook: { ...webhook, clientConfig: { ...client, service: { ...service, port: 443 } } },
  }
}

/** Objects are stored in the version marked so; that it was used is remembered from the beginning. */
function defaultStatus(status: JsonObject, spec: JsonObject): JsonObject {
  const stored = getOwn(status, 'storedVersions')
  if (isJsonArray(stored) && stored.length > 0) return status
  const versions = getOwn(spec, 'versions')
  const storage = (isJsonArray(versions) ? versions : []).find((version) => {
    return isJsonObject(version) && getOwn(version, 'storage') === true
  })
  const name = isJsonObject(storage) ? getOwn(storage, 'name') : undefined
  return typeof name === 'string' ? { ...status, storedVersions: [name] } : status
}
