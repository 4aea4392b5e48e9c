import type { Cluster } from '../../cluster/cluster.ts'
import type { JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { onDemand } from '../../on-demand.ts'
import { decodeObject } from '../../resources/encoding.ts'
import { textOf, textsOf } from '../../resources/metadata.ts'
import type * as matchConditions from './match-conditions.ts'

// CEL comes with them, and few webhooks have any.
const conditions: () => typeof matchConditions = onDemand(import.meta.url, './match-conditions')

/** One webhook of one configuration, as far as it decides whom to ask and how. */
export interface Webhook {
  readonly name: string
  readonly clientConfig: JsonObject
  readonly rules: readonly WebhookRule[]
  readonly matchPolicy: string
  readonly namespaceSelector: JsonObject
  readonly objectSelector: JsonObject
  readonly matchConditions: readonly matchConditions.MatchCondition[]
  readonly failurePolicy: string
  readonly timeoutMs: number
  readonly sideEffects: string
  readonly reinvocationPolicy: string
  /** `v1` or `v1beta1`: the first that both sides know. */
  readonly reviewVersion: string
}

export interface WebhookRule {
  readonly operations: readonly string[]
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  readonly resources: readonly string[]
  readonly scope: string
}

const group = 'admissionregistration.k8s.io'
export type ConfigurationKind = 'mutatingwebhookconfigurations' | 'validatingwebhookconfigurations'

/** The webhooks of one kind that a cluster has at present, in the order in which they are asked. */
export class WebhookConfigurations {
  readonly #cluster: Cluster
  readonly #resource: string
  readonly #leave: () => void
  #webhooks: readonly Webhook[] | undefined

  constructor(cluster: Cluster, kind: ConfigurationKind) {
    this.#cluster = cluster
    this.#resource = `${group}/${kind}`
    this.#leave = cluster.store.subscribe({ cluster: cluster.name, resource: this.#resource }, () => {
      this.#webhooks = undefined
    })
  }

  /** Sorted by the name of the configuration; inside one, as it was written. */
  get webhooks(): readonly Webhook[] {
    this.#webhooks ??= this.#cluster.store
      .list({ cluster: this.#cluster.name, resource: this.#resource })
      .flatMap(({ bytes }) => objectsAt(decodeObject(bytes), 'webhooks').map(readWebhook))
    return this.#webhooks
  }

  close(): void {
    this.#leave()
  }
}

function readWebhook(webhook: JsonObject): Webhook {
  const versions = textsOf(getOwn(webhook, 'admissionReviewVersions'))
  const seconds = getOwn(webhook, 'timeoutSeconds')
  return {
    name: textOf(webhook, 'name'),
    clientConfig: objectAt(webhook, 'clientConfig'),
    rules: objectsAt(webhook, 'rules').map(readRule),
    matchPolicy: textOf(webhook, 'matchPolicy') || 'Equivalent',
    namespaceSelector: objectAt(webhook, 'namespaceSelector'),
    objectSelector: objectAt(webhook, 'objectSelector'),
    matchConditions: objectsAt(webhook, 'matchConditions').map((each) =>
      conditions().readMatchCondition(each),
    ),
    failurePolicy: textOf(webhook, 'failurePolicy') || 'Fail',
    timeoutMs: (typeof seconds === 'number' ? seconds : 10) * 1000,
    sideEffects: textOf(webhook, 'sideEffects'),
    reinvocationPolicy: textOf(webhook, 'reinvocationPolicy') || 'Never',
    reviewVersion: versions.find((version) => version === 'v1' || version === 'v1beta1') ?? 'v1',
  }
}

function readRule(rule: JsonObject): WebhookRule {
  return {
    operations: textsOf(getOwn(rule, 'operations')),
    apiGroups: textsOf(getOwn(rule, 'apiGroups')),
    apiVersions: textsOf(getOwn(rule, 'apiVersions')),
    resources: textsOf(getOwn(rule, 'resources')),
    scope: textOf(rule, 'scope') || '*',
  }
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name)
  return isJsonObject(value) ? value : {}
}

function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = getOwn(object, name)
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}
