import { methodNotAllowed } from '../../errors/api-error.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import type { ApiResponse } from '../../request/api-request.ts'
import { parseWriteOptions } from '../../request/write-options.ts'
import { withMember } from '../../resources/metadata.ts'
import { placeInNamespace } from '../../writes/system-metadata.ts'
import { readObject } from '../read-object.ts'
import { jsonResponse } from '../respond.ts'
import type { Scope } from '../scope.ts'
import { bindPod } from '../subresources/binding.ts'
import { reviewLocalAccess, reviewOwnAccess, reviewOwnRules, reviewSubjectAccess } from './access-reviews.ts'
import { reviewSelf, reviewToken } from './identity-reviews.ts'

/** Computes the status of what is asked. */
export type Review = (scope: Scope, review: KubeObject) => JsonObject

const reviews: ReadonlyMap<string, Review> = new Map<string, Review>([
  ['authentication.k8s.io/tokenreviews', reviewToken],
  ['authentication.k8s.io/selfsubjectreviews', reviewSelf],
  ['authorization.k8s.io/subjectaccessreviews', reviewSubjectAccess],
  ['authorization.k8s.io/localsubjectaccessreviews', reviewLocalAccess],
  ['authorization.k8s.io/selfsubjectaccessreviews', reviewOwnAccess],
  ['authorization.k8s.io/selfsubjectrulesreviews', reviewOwnRules],
])

/** `POST` of a kind that is answered and not kept. */
export async function answerReview(scope: Scope): Promise<ApiResponse> {
  const { resource } = scope.view
  if (resource.plural === 'bindings') return bindPod(scope)
  const review = reviews.get(`${resource.group}/${resource.plural}`)
  if (review === undefined) throw methodNotAllowed()
  const options = parseWriteOptions(scope.query, 'CreateOptions')
  const asked = placeInNamespace(readObject(scope, options), scope.target.namespace)
  return jsonResponse(201, withMember(asked, 'status', review(scope, asked)))
}
