import type { Connection } from '@sitrep/controller/connection'
import type { ObjectReference, RoutingConfiguration } from '@sitrep/gateway-api'
import { at, fields, type ObjectRef, text } from '@sitrep/status'
import type { KeyPair, Materials } from '../data-plane.ts'

/** Reads what configurations refer to, and reads it again once it has changed. */
export class MaterialReader {
  readonly #connection: Pick<Connection, 'request'>
  /** By `Secret/<namespace>/<name>`; what could not be read is kept too, until it changes. */
  readonly #read: Map<string, Promise<Content>> = new Map()

  #revision = 0

  constructor(connection: Pick<Connection, 'request'>) {
    this.#connection = connection
  }

  /** Counts up whenever something has to be read again. */
  get revision(): number {
    return this.#revision
  }

  /** Something may have changed. */
  changed({ kind, namespace = '', name }: ObjectRef): void {
    if (this.#read.delete(keyOf({ kind, namespace, name }))) this.#revision++
  }

  async of({ spec }: RoutingConfiguration): Promise<Materials> {
    const pairs = [
      ...spec.listeners.flatMap(({ tls }) => tls?.certificates ?? []),
      ...(spec.clientCertificate === undefined ? [] : [spec.clientCertificate]),
    ]
    const authorities = [
      ...spec.listeners.flatMap(({ tls }) => tls?.clients?.authorities ?? []),
      ...Object.values(spec.backends).flatMap(({ tls }) => tls?.authorities ?? []),
    ]
    return {
      certificates: await this.#all(pairs, keyPairOf),
      authorities: await this.#all(authorities, (content) => content['ca.crt']),
    }
  }

  async #all<Value>(
    references: readonly ObjectReference[],
    pick: (content: Content) => Value | undefined,
  ): Promise<Readonly<Record<string, Value>>> {
    const found: Record<string, Value> = {}
    const unique = new Map(references.map((reference) => [keyOf(reference), reference]))
    for (const [key, reference] of [...unique].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const value = pick(await this.#content(key, reference))
      if (value !== undefined) found[key] = value
    }
    return found
  }

  #content(key: string, reference: ObjectReference): Promise<Content> {
    const known = this.#read.get(key)
    if (known !== undefined) return known
    // What is missing or forbidden is missing from the materials; whoever is programmed tells what follows.
    const content = this.#get(reference).catch(() => ({}))
    this.#read.set(key, content)
    return content
  }

  async #get({ kind, namespace, name }: ObjectReference): Promise<Content> {
    const plural = kind === 'Secret' ? 'secrets' : 'configmaps'
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/${plural}/${encodeURIComponent(name)}`
    const object = await this.#connection.request({ path })
    const entries = Object.entries(fields(at(object, 'data'))).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, kind === 'Secret' ? decoded(value) : value] as const] : [],
    )
    return Object.fromEntries(entries)
  }
}

type Content = Readonly<Record<string, string>>

const decoded = (value: string): string => Buffer.from(value, 'base64').toString('utf8')

const keyOf = ({ kind, namespace, name }: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>): string =>
  `${kind}/${namespace}/${name}`

function keyPairOf(content: Content): KeyPair | undefined {
  const [certificate, key] = [text(content['tls.crt']), text(content['tls.key'])]
  return certificate === undefined || key === undefined ? undefined : { certificate, key }
}
