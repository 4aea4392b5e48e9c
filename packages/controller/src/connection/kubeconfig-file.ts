import { isFields } from '@sitrep/status'
import { ControllerError } from '../errors.ts'
import { parseJson } from './json-depth.ts'
import { parsePlainYaml } from './plain-yaml.ts'

/** A cluster of a kubeconfig, each field of the type that it should have. */
export interface KubeconfigCluster {
  readonly server: string
  readonly 'certificate-authority'?: string
  readonly 'certificate-authority-data'?: string
  readonly 'insecure-skip-tls-verify'?: boolean
  readonly 'tls-server-name'?: string
  readonly 'proxy-url'?: string
}

/** A user of a kubeconfig, each field of the type that it should have. */
export interface KubeconfigUser {
  readonly token?: string
  readonly tokenFile?: string
  readonly username?: string
  readonly password?: string
  readonly 'client-certificate'?: string
  readonly 'client-certificate-data'?: string
  readonly 'client-key'?: string
  readonly 'client-key-data'?: string
  readonly exec?: object
  readonly 'auth-provider'?: object
}

/** One context of a kubeconfig with all that it names. */
export interface ChosenContext {
  readonly context: string
  readonly cluster: KubeconfigCluster
  readonly user: KubeconfigUser
  readonly userName?: string
  readonly namespace: string
}

type Fields = Readonly<Record<string, unknown>>

// The whole parser takes time that grows with the square of what it reads: up to this length it takes some tens of milliseconds.
const mostForStrangers = 16 * 1024

/** Reads the text of a kubeconfig. One of strangers that is long has to be written so that it can be read quickly. */
export async function parseKubeconfigText(text: string, from: 'owner' | 'secret'): Promise<Fields> {
  const file = await parsed(text, from)
  if (isFields(file)) return file
  throw malformed(
    file === null || file === undefined ? 'it is empty' : `it is ${typeOf(file)}, not a mapping`,
  )
}

async function parsed(text: string, from: 'owner' | 'secret'): Promise<unknown> {
  try {
    if (text.trimStart().startsWith('{')) return parseJson(text)
    const plain = parsePlainYaml(text)
    if (plain !== undefined) return plain
  } catch (cause) {
    // Not JSON, perhaps YAML that begins like it: of strangers nobody writes that.
    if (from === 'secret') throw malformed('it is no JSON that can be read', cause)
  }
  if (from === 'secret' && text.length > mostForStrangers)
    throw malformed(`it has more than ${mostForStrangers} bytes and is neither JSON nor plain YAML`)
  try {
    return (await import('yaml')).parse(text, {
      // What is only odd is nobody's business, and the parser would say it on standard error in words of the file.
      logLevel: 'error',
      ...(from === 'secret' && { maxAliasCount: 0 }),
    }) as unknown
  } catch (cause) {
    throw unusable('The kubeconfig is no YAML', cause)
  }
}

/** So many names are told, and so much of them: whoever wrote them may have written megabytes. */
const [mostNames, longestList] = [20, 1_000]

function listed(names: readonly string[]): string {
  const told = names.slice(0, mostNames).join(', ').slice(0, longestList)
  return names.length > mostNames ? `${told} and ${names.length - mostNames} more` : told
}

/** The context that is wanted, or the current one. What is malformed elsewhere in the file is nobody's business. */
export function chosenContext(file: Fields, wanted: string | undefined): ChosenContext {
  const name = wanted ?? textIn(file, 'current-context', '') ?? ''
  const contexts = namedIn(file, 'contexts')
  const context = contexts.get(name)
  if (context === undefined) {
    const known = listed([...contexts.keys()])
    throw unusable(
      `The kubeconfig has no context ${JSON.stringify(name)}; it has: ${known === '' ? 'none' : known}`,
    )
  }
  const path = `contexts[${name}].context`
  const fields = fieldsIn(context, 'context', `contexts[${name}]`)
  const clusterName = textIn(fields, 'cluster', path)
  const userName = textIn(fields, 'user', path)
  const cluster = clusterName === undefined ? undefined : namedIn(file, 'clusters').get(clusterName)
  const parsedCluster =
    cluster && clusterIn(fieldsIn(cluster, 'cluster', `clusters[${clusterName}]`), clusterName ?? '')
  if (parsedCluster === undefined) throw unusable(`The context ${name} names no cluster with a server`)
  const user = userName === undefined ? undefined : namedIn(file, 'users').get(userName)
  return {
    context: name,
    cluster: parsedCluster,
    user: user === undefined ? {} : userIn(fieldsIn(user, 'user', `users[${userName}]`), userName ?? ''),
    ...(userName !== undefined && { userName }),
    namespace: textIn(fields, 'namespace', path) ?? 'default',
  }
}

const clusterTexts = [
  'certificate-authority',
  'certificate-authority-data',
  'tls-server-name',
  'proxy-url',
] as const

function clusterIn(fields: Fields, name: string): KubeconfigCluster | undefined {
  const path = `clusters[${name}].cluster`
  const server = textIn(fields, 'server', path)
  if (server === undefined) return undefined
  const insecure = fields['insecure-skip-tls-verify'] ?? undefined
  if (insecure !== undefined && typeof insecure !== 'boolean')
    throw malformed(`${path}.insecure-skip-tls-verify is ${typeOf(insecure)}, not true or false`)
  return {
    server,
    ...textsIn(fields, clusterTexts, path),
    ...(insecure !== undefined && { 'insecure-skip-tls-verify': insecure }),
  }
}

const userTexts = [
  'token',
  'tokenFile',
  'username',
  'password',
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
] as const

function userIn(fields: Fields, name: string): KubeconfigUser {
  const path = `users[${name}].user`
  const objects = (['exec', 'auth-provider'] as const).filter(
    (key) => (fields[key] ?? undefined) !== undefined,
  )
  return {
    ...textsIn(fields, userTexts, path),
    ...Object.fromEntries(objects.map((key) => [key, fieldsIn(fields, key, path)])),
  }
}

function textsIn<Key extends string>(
  fields: Fields,
  keys: readonly Key[],
  path: string,
): { [Each in Key]?: string } {
  const found = keys.flatMap((key) => {
    const text = textIn(fields, key, path)
    return text === undefined ? [] : [[key, text]]
  })
  return Object.fromEntries(found) as { [Each in Key]?: string }
}

// Whoever writes null has said nothing, as everywhere in Kubernetes, and so has who writes an empty text.
function textIn(fields: Fields, key: string, path: string): string | undefined {
  const value = fields[key] === '' ? undefined : (fields[key] ?? undefined)
  if (value === undefined || typeof value === 'string') return value
  throw malformed(`${path === '' ? key : `${path}.${key}`} is ${typeOf(value)}, not a text`)
}

function fieldsIn(fields: Fields, key: string, path: string): Fields {
  const value = fields[key] ?? {}
  if (isFields(value)) return value
  throw malformed(`${path}.${key} is ${typeOf(value)}, not a mapping`)
}

/** The entries of a list by their names, the first of each name. Whatever is no named entry is passed over. */
function namedIn(file: Fields, key: string): ReadonlyMap<string, Fields> {
  const value = file[key] ?? []
  if (!Array.isArray(value)) throw malformed(`${key} is ${typeOf(value)}, not a list`)
  const entries = new Map<string, Fields>()
  for (const entry of value as readonly unknown[])
    if (isFields(entry) && typeof entry['name'] === 'string' && !entries.has(entry['name']))
      entries.set(entry['name'], entry)
  return entries
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'a mapping' : typeof value === 'string' ? 'a text' : `a ${typeof value}`
}

const malformed = (what: string, cause?: unknown): ControllerError =>
  unusable(`The kubeconfig cannot be read: ${what}`, cause)

/** Nothing comes of a kubeconfig that stays as it is. */
export const unusable = (message: string, cause?: unknown): ControllerError =>
  new ControllerError('kubeconfig-unusable', message, { retry: 'never', cause })
