import type { Cluster } from '../cluster/cluster.ts'
import type { JsonObject } from '../json/json.ts'
import { getOwn, getPath, isJsonArray, isJsonObject } from '../json/own.ts'
import { decodeObject } from '../resources/encoding.ts'
import { labelsOf, textOf, textsOf } from '../resources/metadata.ts'
import { type WebhookCall, WebhookFailure } from './webhook-client.ts'

/** Where a webhook is reached. */
export type WebhookAddress = Pick<WebhookCall, 'url' | 'serverName' | 'authority' | 'answer'>

/** A Service of a cluster that a webhook lies behind. */
export interface WebhookService {
  readonly cluster: string
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** Finds who answers for a Service: host and port, or somebody in this very process. `undefined`: look at its endpoints. */
export type ServiceResolver = (
  service: WebhookService,
) => { readonly host: string; readonly port: number } | OwnWebhook | undefined

/** A webhook of the process in which the server runs: it is asked without a socket. */
export interface OwnWebhook {
  /** A review in, a review out. */
  readonly answer: (review: unknown) => Promise<unknown>
}

/** Reads a `clientConfig`. Throws `WebhookFailure` when it leads nowhere. */
export function webhookAddress(
  cluster: Cluster,
  config: JsonObject,
  resolve: ServiceResolver,
): WebhookAddress {
  const bundle = textOf(config, 'caBundle')
  const trusted = bundle === '' ? {} : { authority: Buffer.from(bundle, 'base64').toString() }
  const direct = textOf(config, 'url')
  if (direct !== '') return { url: parseUrl(direct), ...trusted }
  const service = getOwn(config, 'service')
  if (!isJsonObject(service)) throw new WebhookFailure('the webhook has neither a URL nor a service')
  const [namespace, name] = [textOf(service, 'namespace'), textOf(service, 'name')]
  const port = Number(getOwn(service, 'port') ?? 443)
  const target =
    resolve({ cluster: cluster.name, namespace, name, port }) ??
    endpointOf(cluster, { namespace, name, port })
  const path = textOf(service, 'path').replace(/^\/?/, '/')
  if ('answer' in target)
    return { url: parseUrl(`https://${name}.${namespace}.svc${path}`), answer: target.answer }
  const host = target.host.includes(':') ? `[${target.host}]` : target.host
  return {
    url: parseUrl(`https://${host}:${target.port}${path}`),
    serverName: `${name}.${namespace}.svc`,
    ...trusted,
  }
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new WebhookFailure(`${JSON.stringify(text)} is no URL`)
  const url = new URL(text)
  if (url.protocol !== 'https:') throw new WebhookFailure(`${text} is not reached by https`)
  return url
}

interface Sought {
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** The first ready address behind a Service. */
function endpointOf(
  cluster: Cluster,
  { namespace, name, port }: Sought,
): { readonly host: string; readonly port: number } {
  const slices = cluster.store
    .list({ cluster: cluster.name, resource: 'discovery.k8s.io/endpointslices' }, namespace)
    .map(({ bytes }) => decodeObject(bytes))
    .filter((slice) => labelsOf(slice)['kubernetes.io/service-name'] === name)
  for (const slice of slices) {
    const ready = objectsAt(slice, 'endpoints').find(
      (endpoint) => getPath(endpoint, ['conditions', 'ready']) !== false,
    )
    const [host] = ready === undefined ? [] : textsOf(getOwn(ready, 'addresses'))
    const [target] = objectsAt(slice, 'ports')
    if (host !== undefined)
      return { host, port: Number(target === undefined ? port : (getOwn(target, 'port') ?? port)) }
  }
  throw new WebhookFailure(`no endpoints available for service ${JSON.stringify(name)}`)
}

function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = getOwn(object, name)
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}
