import { userObject } from '../../auth/user-object.ts'
import { ApiError, badRequest, forbidden, internalError, timedOut } from '../../errors/api-error.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, isJsonObject } from '../../json/own.ts'
import { onDemand } from '../../on-demand.ts'
import { textOf, textsOf } from '../../resources/metadata.ts'
import type { VersionView } from '../../resources/version-view.ts'
import { type ServiceResolver, webhookAddress } from '../../webhooks/webhook-address.ts'
import { type WebhookClient, WebhookFailure } from '../../webhooks/webhook-client.ts'
import type { AdmissionRequest } from '../../writes/write-context.ts'
import type { Webhook } from './configuration.ts'
import type * as matchConditions from './match-conditions.ts'

// CEL comes with them, and few webhooks have any.
const conditions: () => typeof matchConditions = onDemand(import.meta.url, './match-conditions')

export interface ReviewContext {
  readonly client: WebhookClient
  readonly resolveService: ServiceResolver
}

/** One write, put before one webhook in the version that it wants. */
export interface WebhookQuestion {
  readonly webhook: Webhook
  readonly request: AdmissionRequest
  readonly view: VersionView
  readonly object: KubeObject | undefined
  readonly old: KubeObject | undefined
}

/**
 * Asks a webhook. Gives back its patch, if it has one; throws an `ApiError` when it refuses, or when it cannot be asked
 * and does not allow that to be overlooked.
 */
export async function askWebhook(
  context: ReviewContext,
  question: WebhookQuestion,
): Promise<string | undefined> {
  const { webhook, request } = question
  const { options } = request.context
  if (!wanted(question)) return undefined
  if (options.dryRun && webhook.sideEffects !== 'None' && webhook.sideEffects !== 'NoneOnDryRun') {
    throw badRequest(`admission webhook "${webhook.name}" does not support dry run`)
  }
  try {
    return readResponse(question, await callWebhook(context, question))
  } catch (error) {
    if (!(error instanceof WebhookFailure)) throw error
    if (timeLeft(request) <= 0) throw timedOut()
    if (webhook.failurePolicy === 'Ignore') return undefined
    throw internalError(
      `failed calling webhook "${webhook.name}": ${phases[error.during]}: ${error.message}`,
      { cause: error },
    )
  }
}

/** Whether the webhook's own conditions let it be asked. */
function wanted({ webhook, request, ...question }: WebhookQuestion): boolean {
  if (webhook.matchConditions.length === 0) return true
  const body = reviewBody({ webhook, request, ...question }, '')
  const asked = isJsonObject(body) ? getOwn(body, 'request') : undefined
  const { object, old: oldObject } = question
  const facts = { object, oldObject, request: isJsonObject(asked) ? asked : {} }
  const outcome = conditions().evaluateConditions(webhook.matchConditions, facts)
  if (typeof outcome === 'boolean') return outcome
  if (webhook.failurePolicy === 'Ignore') return false
  const { group, plural } = request.context.view.resource
  throw forbidden({ group, name: plural }, request.name, outcome.mistake)
}

const phases = { call: 'failed to call webhook', response: 'received invalid webhook response' } as const

interface Answer {
  readonly response: JsonObject
  readonly uid: string
}

async function callWebhook(
  { client, resolveService }: ReviewContext,
  question: WebhookQuestion,
): Promise<Answer> {
  const { webhook, request } = question
  const { cluster } = request.context
  const left = timeLeft(request)
  if (left <= 0) throw timedOut()
  const uid = cluster.edge.randomUuid()
  const address = webhookAddress(cluster, webhook.clientConfig, resolveService)
  const url = new URL(address.url)
  url.searchParams.set('timeout', `${webhook.timeoutMs / 1000}s`)
  const answer = await client.call({
    ...address,
    url,
    body: reviewBody(question, uid),
    timeoutMs: Math.min(webhook.timeoutMs, left),
  })
  assertReview(answer)
  const response = isJsonObject(answer) ? getOwn(answer, 'response') : undefined
  if (!isJsonObject(response)) throw new WebhookFailure('webhook response was absent', { during: 'response' })
  return { response, uid }
}

function timeLeft({ context: { cluster, deadline = Number.POSITIVE_INFINITY } }: AdmissionRequest): number {
  return deadline - cluster.edge.elapsed()
}

/** The answer must be a review like the question. */
function assertReview(answer: Json): void {
  const [kind, apiVersion] = isJsonObject(answer)
    ? [textOf(answer, 'kind'), textOf(answer, 'apiVersion')]
    : ['', '']
  if (kind === '' || kind === 'AdmissionReview') return
  const scheme = 'in scheme "pkg/runtime/scheme.go:111"'
  throw new WebhookFailure(`no kind "${kind}" is registered for version "${apiVersion}" ${scheme}`)
}

function readResponse({ webhook, request }: WebhookQuestion, { response, uid }: Answer): string | undefined {
  if (textOf(response, 'uid') !== uid)
    throw new WebhookFailure(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(textOf(response, 'uid'))}`,
      { during: 'response' },
    )
  for (const warning of textsOf(getOwn(response, 'warnings'))) request.context.warn(warning)
  if (getOwn(response, 'allowed') !== true) throw denied(webhook.name, getOwn(response, 'status'))
  const patch = textOf(response, 'patch')
  if (patch === '') return undefined
  if (textOf(response, 'patchType') !== 'JSONPatch')
    throw new WebhookFailure('webhook returned response.patch but not response.patchType', {
      during: 'response',
    })
  return Buffer.from(patch, 'base64').toString()
}

function denied(name: string, status: Json | undefined): ApiError {
  const result: JsonObject = isJsonObject(status) ? status : {}
  const [message, reason, code] = [
    textOf(result, 'message'),
    textOf(result, 'reason'),
    getOwn(result, 'code'),
  ]
  const refusal = `admission webhook "${name}" denied the request`
  const details = getOwn(result, 'details')
  return new ApiError({
    code: typeof code === 'number' && code >= 400 ? code : 400,
    message:
      message !== ''
        ? `${refusal}: ${message}`
        : reason !== ''
          ? `${refusal}: ${reason}`
          : `${refusal} without explanation`,
    ...(reason !== '' && { reason }),
    ...(isJsonObject(details) && { details }),
  })
}

function reviewBody({ webhook, request, view, object, old }: WebhookQuestion, uid: string): Json {
  const { context, operation, name } = request
  const { subresource, namespace, user, options } = context
  const own = context.view
  return {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${webhook.reviewVersion}`,
    request: {
      uid,
      kind: kindOf(view),
      resource: resourceOf(view),
      ...(subresource !== '' && { subResource: subresource }),
      requestKind: kindOf(own),
      requestResource: resourceOf(own),
      ...(subresource !== '' && { requestSubResource: subresource }),
      ...(name !== '' && { name }),
      ...(namespace !== '' && { namespace }),
      operation,
      userInfo: userObject(user),
      object: object ?? null,
      oldObject: old ?? null,
      dryRun: options.dryRun,
      options: optionsObject(request),
    },
  }
}

function kindOf({ resource, version }: VersionView): JsonObject {
  return { group: resource.group, version: version.name, kind: resource.kind }
}

function resourceOf({ resource, version }: VersionView): JsonObject {
  return { group: resource.group, version: version.name, resource: resource.plural }
}

/** What the client asked for besides the object. A patch is an update, or a create, by the time it gets here. */
function optionsObject({ context, operation, deleteOptions }: AdmissionRequest): JsonObject {
  const { dryRun, fieldManager, fieldValidation, validationSaid } = context.options
  const kind =
    operation === 'DELETE' ? 'DeleteOptions' : operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions'
  const asked = isJsonObject(deleteOptions) ? deleteOptions : {}
  return {
    kind,
    apiVersion: 'meta.k8s.io/v1',
    ...asked,
    ...(dryRun && { dryRun: ['All'] }),
    ...(operation !== 'DELETE' && fieldManager !== '' && { fieldManager }),
    ...(operation !== 'DELETE' && validationSaid === true && { fieldValidation }),
  }
}
