import { type Fields, fields, isFields, type KubeObject } from '@sitrep/status'

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
// What the people who write specs call a secret, where they do not put it into a Secret.
const secretName =
  /^(token|password|passwd|passphrase|private_?key|secret_?key|secret_?access_?key|client_?secret|certificate_?key|api_?key)$/i
const secretVariable =
  /(^|[_-])(token|password|passwd|passphrase|secret|credentials?|(private|secret|access|api)_?key)$/i
const secretTexts = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /client-key-data["']?\s*:/,
  /\bkind["']?:\s*["']?Config\b[\s\S]*\btoken["']?:/,
]
// They say what an object is, whatever they look like.
const plainName = /^(name|namespace|generateName|uid|kind|apiVersion|type|reason)$/
// What `kubeadm` joins with.
const bootstrapToken = /\b[a-z0-9]{6}\.[a-z0-9]{16}\b/g

/** What stands where a secret stood. */
const emptied = ''

/**
 * An object without what nobody else should read: of a Secret the keys alone, elsewhere no private key, kubeconfig, token or password that can be
 * told by its looks or its name, and no copy of the object as it was applied. `keep` says what is worth knowing of a Secret before its values go.
 */
export function withoutSecrets(
  object: KubeObject,
  keep: ((secret: KubeObject) => KubeObject) | undefined,
): KubeObject {
  const { managedFields: _fields, ...metadata } = object.metadata as KubeObject['metadata'] & Fields
  const annotations = metadata.annotations && withoutLastApplied(metadata.annotations)
  const lean = { ...object, metadata: { ...metadata, ...(annotations && { annotations }) } } as KubeObject
  if (object.kind === 'Secret' && object.apiVersion === 'v1') return secretKeys(lean, keep)
  return cleaned(lean) as KubeObject
}

function withoutLastApplied(annotations: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== lastApplied))
}

function secretKeys(secret: KubeObject, keep: ((secret: KubeObject) => KubeObject) | undefined): KubeObject {
  const seen = keep?.(secret) ?? secret
  const { data, stringData } = secret as KubeObject & {
    readonly data?: unknown
    readonly stringData?: unknown
  }
  // Whatever was kept: nothing of a value leaves here.
  return {
    ...seen,
    ...(data !== undefined && { data: keysOf(data) }),
    ...(stringData !== undefined && { stringData: keysOf(stringData) }),
  } as KubeObject
}

const keysOf = (values: unknown): Fields =>
  Object.fromEntries(Object.keys(fields(values)).map((name) => [name, emptied]))

function cleaned(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return cleanedText(value, name)
  if (Array.isArray(value)) return value.map((item) => cleaned(item, name))
  if (!isFields(value)) return value
  const variable = typeof value['name'] === 'string' && secretVariable.test(value['name'])
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      variable && field === 'value' && typeof inner === 'string' ? emptied : cleaned(inner, field),
    ]),
  )
}

function cleanedText(text: string, name: string): string {
  if (plainName.test(name)) return text
  if (secretName.test(name) || secretTexts.some((looks) => looks.test(text))) return emptied
  return text.replace(bootstrapToken, emptied)
}
