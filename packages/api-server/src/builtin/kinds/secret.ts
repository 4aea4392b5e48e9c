import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue, required, tooLong } from '../../errors/field-errors.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { JsonSyntaxError } from '../../json/json-syntax-error.ts'
import { parseJson } from '../../json/parse-json.ts'
import { type Draft, draftAt, ensureDraft, textAt } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { objectOf, textOf } from '../validation/read.ts'
import { dataLimit, frozen, sizeOfBytes, validateKeys } from './config-map.ts'
import { immutable } from './immutable.ts'

const immutableType = immutable('type')

export const secretRules: KindRules = {
  defaults: mergeStringData,
  validate: (secret) => {
    const data = objectOf(secret, 'data') ?? {}
    return [
      ...validateKeys(data, 'data'),
      ...(sizeOfBytes(data) > dataLimit ? [tooLong('data', dataLimit)] : []),
      ...validateType(secret, data),
    ]
  },
  prepareForUpdate: (secret, old) => {
    if (textAt(secret, 'type') === '') secret['type'] = textOf(old, 'type')
  },
  validateUpdate: (secret, old) => [...immutableType(secret, old), ...frozen(secret, old, ['data'])],
  warnings: pemWarnings,
  selectableFields: { type: (secret) => textOf(secret, 'type') },
}

/** `stringData` is a way to write only: it ends as data and is never seen again. */
function mergeStringData(secret: Draft): void {
  const texts = draftAt(secret, 'stringData')
  if (texts === undefined) return
  const data = ensureDraft(secret, 'data')
  const encoded = Object.keys(texts).map(
    (key) => [key, Buffer.from(textAt(texts, key)).toString('base64')] as const,
  )
  secret['data'] = Object.fromEntries([...Object.entries(data), ...encoded])
  delete secret['stringData']
}

/** A certificate that no server could load is stored all the same, for whoever writes it may write the rest later. */
function pemWarnings(secret: KubeObject): readonly string[] {
  if (textOf(secret, 'type') !== 'kubernetes.io/tls') return []
  const data = objectOf(secret, 'data')
  const isPem = (key: string): boolean =>
    Buffer.from(textOf(data, key), 'base64').toString('latin1').includes('-----BEGIN ')
  if (!isPem('tls.crt')) return ['tls: failed to find any PEM data in certificate input']
  return isPem('tls.key') ? [] : ['tls: failed to find any PEM data in key input']
}

function validateType(secret: KubeObject, data: JsonObject): readonly FieldError[] {
  const missing = (...keys: readonly string[]): readonly FieldError[] =>
    keys.filter((key) => !Object.hasOwn(data, key)).map((key) => required(`data[${key}]`))
  switch (textOf(secret, 'type')) {
    case 'kubernetes.io/service-account-token': {
      const key = 'kubernetes.io/service-account.name'
      const name = textOf(objectOf(secret.metadata, 'annotations'), key)
      return name === '' ? [required(`metadata.annotations[${key}]`)] : []
    }
    case 'kubernetes.io/dockercfg':
      return [...missing('.dockercfg'), ...validateJson(data, '.dockercfg')]
    case 'kubernetes.io/dockerconfigjson':
      return [...missing('.dockerconfigjson'), ...validateJson(data, '.dockerconfigjson')]
    case 'kubernetes.io/basic-auth': {
      const none = missing('username', 'password')
      return none.length === 2 ? none : []
    }
    case 'kubernetes.io/ssh-auth':
      return textOf(data, 'ssh-privatekey') === '' ? [required('data[ssh-privatekey]')] : []
    case 'kubernetes.io/tls':
      return missing('tls.crt', 'tls.key')
    default:
      return []
  }
}

function validateJson(data: JsonObject, key: string): readonly FieldError[] {
  if (!Object.hasOwn(data, key)) return []
  try {
    parseJson(Buffer.from(textOf(data, key), 'base64').toString())
    return []
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return [invalidValue(`data[${key}]`, '<secret contents redacted>', error.message)]
  }
}
