import type { Cluster } from '../cluster/cluster.ts'
import { objectAt, specOf } from '../crd/serving/definition.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../json/own.ts'
import { metadataOf, nameOf, namespaceOf, textOf, textsOf, uidOf } from '../resources/metadata.ts'
import type { Resource } from '../resources/resource.ts'
import { type ServiceResolver, webhookAddress } from './webhook-address.ts'
import { type WebhookClient, WebhookFailure } from './webhook-client.ts'

export interface ConversionContext {
  readonly cluster: Cluster
  readonly client: WebhookClient
  readonly resolveService: ServiceResolver
}

const reviewVersions = ['v1', 'v1beta1']
const timeoutMs = 30_000

/** How objects of a definition are converted, when it names a webhook for that. */
export function conversionWebhook(
  context: ConversionContext,
  definition: KubeObject,
): Resource['convertRemotely'] {
  const conversion = objectAt(specOf(definition), 'conversion')
  if (textOf(conversion, 'strategy') !== 'Webhook') return undefined
  const webhook = objectAt(conversion, 'webhook')
  const accepted = textsOf(getOwn(webhook, 'conversionReviewVersions'))
  const version = reviewVersions.find((each) => accepted.includes(each)) ?? 'v1'
  const config = objectAt(webhook, 'clientConfig')
  return async (objects, apiVersion) => {
    const pending = objects.filter((object) => object.apiVersion !== apiVersion)
    if (pending.length === 0) return objects
    try {
      const converted = await ask(context, config, { objects: pending, apiVersion, version })
      return objects.map((object) =>
        object.apiVersion === apiVersion ? object : (converted.shift() ?? object),
      )
    } catch (error) {
      if (!(error instanceof WebhookFailure)) throw error
      const [first] = pending
      const what = `${first?.apiVersion ?? ''}, Kind=${first?.kind ?? ''}`
      throw new ApiError(
        { code: 500, message: `conversion webhook for ${what} failed: ${error.message}` },
        { cause: error },
      )
    }
  }
}

interface Asked {
  readonly objects: readonly KubeObject[]
  readonly apiVersion: string
  readonly version: string
}

async function ask(
  { cluster, client, resolveService }: ConversionContext,
  config: JsonObject,
  { objects, apiVersion, version }: Asked,
): Promise<KubeObject[]> {
  const uid = cluster.edge.randomUuid()
  const address = webhookAddress(cluster, config, resolveService)
  const body = {
    kind: 'ConversionReview',
    apiVersion: `apiextensions.k8s.io/${version}`,
    request: { uid, desiredAPIVersion: apiVersion, objects },
  }
  const answer = await client.call({ ...address, body, timeoutMs })
  const response = isJsonObject(answer) ? getOwn(answer, 'response') : undefined
  if (!isJsonObject(response)) throw new WebhookFailure('no response provided')
  if (textOf(response, 'uid') !== uid)
    throw new WebhookFailure(`expected response.uid ${uid}, got ${textOf(response, 'uid')}`)
  const result = objectAt(response, 'result')
  if (textOf(result, 'status') !== 'Success')
    throw new WebhookFailure(textOf(result, 'message') || 'response.result.status was not Success')
  const converted = getOwn(response, 'convertedObjects')
  if (!isJsonArray(converted) || converted.length !== objects.length) {
    const count = isJsonArray(converted) ? converted.length : 0
    throw new WebhookFailure(`webhook returned ${count} objects, expected ${objects.length}`)
  }
  return objects.map((original, index) => checked(original, converted[index], apiVersion))
}

/** The converted object with the metadata that it had: only labels and annotations may change on the way. */
function checked(original: KubeObject, converted: Json | undefined, apiVersion: string): KubeObject {
  if (!isJsonObject(converted))
    throw new WebhookFailure('the webhook returned something that is not an object')
  const wrong = mismatch(original, converted, apiVersion)
  if (wrong !== undefined) throw new WebhookFailure(wrong)
  const { labels: _labels, annotations: _annotations, ...kept } = metadataOf(original)
  const given = metadataOf(converted)
  const [labels, annotations] = [getOwn(given, 'labels'), getOwn(given, 'annotations')]
  const metadata = {
    ...kept,
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
  }
  return { ...converted, metadata } as unknown as KubeObject
}

function mismatch(original: KubeObject, converted: JsonObject, apiVersion: string): string | undefined {
  const [version, kind] = [textOf(converted, 'apiVersion'), textOf(converted, 'kind')]
  if (version !== apiVersion)
    return `returned invalid converted object: invalid groupVersion (expected ${apiVersion}, received ${version})`
  if (kind !== original.kind)
    return `returned invalid converted object: invalid kind (expected ${original.kind}, received ${kind})`
  if (nameOf(converted) !== nameOf(original))
    return 'returned invalid converted object: metadata.name was changed'
  if (namespaceOf(converted) !== namespaceOf(original))
    return 'returned invalid converted object: metadata.namespace was changed'
  if (uidOf(converted) !== uidOf(original))
    return 'returned invalid converted object: metadata.uid was changed'
  return undefined
}
