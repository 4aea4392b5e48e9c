import { same } from '@sitrep/status/same'
import { ApiError, internalError } from '../../errors/api-error.ts'
import type { Json, KubeObject } from '../../json/json.ts'
import { JsonSyntaxError } from '../../json/json-syntax-error.ts'
import { parseJson } from '../../json/parse-json.ts'
import { applyJsonPatch } from '../../patch/json-patch.ts'
import { decodeJsonPatch } from '../../patch/json-patch-operation.ts'
import type { VersionView } from '../../resources/version-view.ts'
import { assertKind } from '../../writes/assert-kind.ts'
import { decodeFields } from '../../writes/decode-object.ts'
import { UnreadableObject } from '../../writes/unreadable-object.ts'
import type { Admission, AdmissionRequest } from '../../writes/write-context.ts'
import type { Webhook, WebhookConfigurations } from './configuration.ts'
import { viewFor } from './match.ts'
import { askWebhook, type ReviewContext, type WebhookQuestion } from './review.ts'

export interface WebhookAdmissionOptions extends ReviewContext {
  readonly mutating: WebhookConfigurations
  readonly validating: WebhookConfigurations
}

/** Puts writes before the webhooks that a cluster has registered. Answers at once where there are none. */
export function createWebhookAdmission(options: WebhookAdmissionOptions): Admission {
  return {
    mutate: (request) => {
      const webhooks = options.mutating.webhooks
      return webhooks.length === 0 ? request.object : mutate(options, request, webhooks)
    },
    validate: (request) => {
      const webhooks = options.validating.webhooks
      return webhooks.length === 0 ? undefined : validate(options, request, webhooks)
    },
  }
}

/** One after another; those that asked for it see the object again when a later one has changed it. */
async function mutate(
  context: ReviewContext,
  request: AdmissionRequest,
  webhooks: readonly Webhook[],
): Promise<KubeObject | undefined> {
  let current = request.object
  const seen = new Map<Webhook, KubeObject | undefined>()
  for (const round of ['first', 'again'] as const) {
    for (const webhook of webhooks) {
      if (
        round === 'again' &&
        !(webhook.reinvocationPolicy === 'IfNeeded' && seen.has(webhook) && seen.get(webhook) !== current)
      )
        continue
      const present: AdmissionRequest = { ...request, object: current }
      const view = viewFor(webhook, present)
      if (view === undefined) continue
      const question = await questionFor(webhook, present, view)
      current = await mutated(context, question, current)
      seen.set(webhook, current)
    }
  }
  return current
}

async function mutated(
  context: ReviewContext,
  question: WebhookQuestion,
  current: KubeObject | undefined,
): Promise<KubeObject | undefined> {
  const { webhook, request, view } = question
  const patch = await askWebhook(context, question)
  if (patch === undefined || question.object === undefined || current === undefined) return current
  const patched = applyPatch(question.object, patch)
  const own = request.context.view
  const object = view === own ? patched : await own.convertFrom(patched)
  const decoded = readPatched(webhook, own, object)
  return same(decoded, current) ? current : decoded
}

function applyPatch(object: KubeObject, text: string): KubeObject {
  const decoded = decodeJsonPatch(readJson(text))
  if (decoded.kind !== 'decoded') throw internalError(decoded.message)
  const outcome = applyJsonPatch(object, decoded.operations)
  if (outcome.kind !== 'patched') throw internalError(outcome.message)
  return outcome.document as KubeObject
}

function readJson(text: string): Json {
  try {
    return parseJson(text).value
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw internalError(error.message, { cause: error })
  }
}

/** What a webhook made of an object is read as if a client had sent it; that it cannot be is the webhook's mistake. */
function readPatched({ name }: Webhook, view: VersionView, object: KubeObject): KubeObject {
  try {
    return decodeFields(view, assertKind(view, object)).object
  } catch (error) {
    if (!(error instanceof UnreadableObject || error instanceof ApiError)) throw error
    throw internalError(`webhook "${name}": ${error.message}`, { cause: error })
  }
}

/** All at the same time: none of them can change anything. The first refusal, in their order, is the answer. */
async function validate(
  context: ReviewContext,
  request: AdmissionRequest,
  webhooks: readonly Webhook[],
): Promise<void> {
  const asked = webhooks.map(async (webhook) => {
    const view = viewFor(webhook, request)
    if (view !== undefined) await askWebhook(context, await questionFor(webhook, request, view))
  })
  for (const outcome of await Promise.allSettled(asked)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
}

async function questionFor(
  webhook: Webhook,
  request: AdmissionRequest,
  view: VersionView,
): Promise<WebhookQuestion> {
  const { object, old } = request
  const inView = async (each: KubeObject | undefined): Promise<KubeObject | undefined> =>
    each === undefined || view === request.context.view ? each : view.convertFrom(each)
  return { webhook, request, view, object: await inView(object), old: await inView(old) }
}
