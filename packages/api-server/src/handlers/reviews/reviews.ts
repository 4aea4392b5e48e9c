import { methodNotAllowed } from '../../errors/api-error.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { parseWriteOptions } from '../../request/write-options.ts'
import { formatTime, withMember, withMetadata } from '../../resources/metadata.ts'
import { trackFields } from '../../writes/managed-fields.ts'
import { placeInNamespace } from '../../writes/system-metadata.ts'
import { readObject } from '../read-object.ts'
import { jsonResponse } from '../respond.ts'
import { type Scope, writeContext } from '../scope.ts'
import { bindPod } from '../subresources/binding.ts'
import { reviewLocalAccess, reviewOwnAccess, reviewOwnRules, reviewSubjectAccess } from './access-reviews.ts'
import { reviewSelf, reviewToken } from './identity-reviews.ts'

/** Computes the status of what is asked. */
export type Review = (scope: Scope, review: KubeObject) => JsonObject

interface ReviewKind {
  readonly status: Review
  /** What the answer says about itself: who asked what, or when. */
  readonly metadata: 'ownership' | 'time'
}

const reviews: ReadonlyMap<string, ReviewKind> = new Map<string, ReviewKind>([
  ['authentication.k8s.io/tokenreviews', { status: reviewToken, metadata: 'ownership' }],
  ['authentication.k8s.io/selfsubjectreviews', { status: reviewSelf, metadata: 'time' }],
  ['authorization.k8s.io/subjectaccessreviews', { status: reviewSubjectAccess, metadata: 'ownership' }],
  ['authorization.k8s.io/localsubjectaccessreviews', { status: reviewLocalAccess, metadata: 'ownership' }],
  ['authorization.k8s.io/selfsubjectaccessreviews', { status: reviewOwnAccess, metadata: 'ownership' }],
  ['authorization.k8s.io/selfsubjectrulesreviews', { status: reviewOwnRules, metadata: 'ownership' }],
])

/** `POST` of a kind that is answered and not kept. */
export async function answerReview(scope: Scope): Promise<ApiResponse> {
  const { resource } = scope.view
  if (resource.plural === 'bindings') return bindPod(scope)
  const review = reviews.get(`${resource.group}/${resource.plural}`)
  if (review === undefined) throw methodNotAllowed()
  const options = parseWriteOptions(scope.query, 'CreateOptions')
  const asked = placeInNamespace(readObject(scope, options), scope.target.namespace)
  const status = review.status(scope, asked)
  const answer =
    review.metadata === 'time'
      ? withMetadata(asked, { creationTimestamp: formatTime(scope.cluster.edge.now()) })
      : await trackFields(writeContext(scope, options), { live: undefined, updated: asked, bytes: 0 })
  return jsonResponse(201, withMember(answer, 'status', status))
}
