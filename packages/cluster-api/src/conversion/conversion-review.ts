import type { KubeObject, Profile } from '@sitrep/status'
import { type ConversionOptions, convert } from './convert.ts'
import { ConversionError } from './errors.ts'
import { isStage, type Stage } from './stage.ts'
import { isTree } from './tree.ts'

/** What an API server asks of a conversion webhook, and what it gets. */
export interface ConversionReview {
  readonly apiVersion: string
  readonly kind: string
  readonly response: ConversionResponse
}

export interface ConversionResponse {
  readonly uid: string
  readonly convertedObjects: readonly KubeObject[]
  readonly result: { readonly status: 'Success' } | { readonly status: 'Failure'; readonly message: string }
}

/** How a handler converts. */
export interface ConversionHandlerOptions {
  /** Whose stages the objects go through. */
  readonly profile: Profile
  readonly referenceVersion?: ConversionOptions['referenceVersion']
}

/** Answers a ConversionReview: all of its objects are converted, or none and the answer says why. Never throws on what it is sent. */
export type ConversionHandler = (review: unknown) => ConversionReview

export function createConversionHandler(options: ConversionHandlerOptions): ConversionHandler {
  return (review) => {
    const request = isTree(review) && isTree(review['request']) ? review['request'] : {}
    const uid = typeof request['uid'] === 'string' ? request['uid'] : ''
    const version = isTree(review) && typeof review['apiVersion'] === 'string' ? review['apiVersion'] : ''
    const respond = (response: Omit<ConversionResponse, 'uid'>): ConversionReview => ({
      apiVersion: version || 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: { uid, ...response },
    })
    try {
      const { objects, desired } = checkedRequest(request)
      const convertedObjects = objects.map((object) => convertTo(object, desired, options))
      return respond({ convertedObjects, result: { status: 'Success' } })
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error
      return respond({ convertedObjects: [], result: { status: 'Failure', message: error.message } })
    }
  }
}

interface CheckedRequest {
  readonly objects: readonly KubeObject[]
  readonly desired: string
}

function checkedRequest({
  uid,
  desiredAPIVersion,
  objects,
}: Readonly<Record<string, unknown>>): CheckedRequest {
  if (typeof uid !== 'string' || uid === '') throw malformed('a ConversionReview needs request.uid')
  if (typeof desiredAPIVersion !== 'string' || desiredAPIVersion === '') {
    throw malformed('a ConversionReview needs request.desiredAPIVersion')
  }
  if (!Array.isArray(objects)) throw malformed('a ConversionReview needs request.objects')
  for (const object of objects) {
    if (isTree(object) && typeof object['apiVersion'] === 'string' && typeof object['kind'] === 'string')
      continue
    throw malformed('every object of a ConversionReview needs apiVersion and kind')
  }
  return { objects: objects as unknown as readonly KubeObject[], desired: desiredAPIVersion }
}

const malformed = (message: string): ConversionError => new ConversionError('malformed-object', message)

function convertTo(object: KubeObject, desired: string, options: ConversionHandlerOptions): KubeObject {
  const { profile, referenceVersion } = options
  const [group, from] = partsOf(object.apiVersion)
  const [wanted, to] = partsOf(desired)
  if (group !== wanted) {
    throw new ConversionError('unknown-version', `${object.kind} of ${group} cannot become one of ${wanted}`)
  }
  return convert(object, {
    from: stageOf(profile, from),
    to: stageOf(profile, to),
    ...(referenceVersion && { referenceVersion }),
  })
}

function partsOf(apiVersion: string): readonly [group: string, version: string] {
  const at = apiVersion.indexOf('/')
  return at === -1 ? ['', apiVersion] : [apiVersion.slice(0, at), apiVersion.slice(at + 1)]
}

function stageOf(profile: Profile, version: string): Stage {
  const stage = `${profile}-${version}`
  if (isStage(stage)) return stage
  throw new ConversionError('unknown-version', `there is no stage ${version}`)
}
