import type { JsonObject, KubeObject } from '../json/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { FieldSet } from './field-set.ts'

/** What is known of the resource whose fields are owned. */
export interface OwnershipContext {
  /** The version of the request, which is that of every object given (`apps/v1`). */
  readonly apiVersion: string
  /** Empty for the object itself. */
  readonly subresource: string
  /** Undefined for a version that does not exist any more: what was owned in its terms is forgotten. */
  readonly schemaFor: (apiVersion: string) => Schema | undefined
  /** Fields that this endpoint does not write, whatever it is sent; nobody owns them through it. */
  readonly resetFields: (apiVersion: string) => FieldSet | undefined
  /** An object of this kind without content, in the version of the request, as the server would hold it in memory. */
  readonly blank: BlankObject
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Kind, version, and what is there even in an object that nobody has filled (of a custom resource: nothing more). */
export interface BlankObject extends JsonObject {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * Work that needs an object in another version: it asks, and goes on when it is given the answer. Between long steps it asks for
 * nothing: others may have their turn.
 */
export type Steps<Result> = Generator<ConversionRequest | undefined, Result, KubeObject | undefined>

export interface ConversionRequest {
  readonly object: KubeObject
  readonly apiVersion: string
}

/** Does the work in one go, with a conversion that answers at once. */
export function runSteps<Result>(
  steps: Steps<Result>,
  convert: (object: KubeObject, apiVersion: string) => KubeObject,
): Result {
  let step = steps.next()
  while (step.done !== true)
    step = steps.next(step.value && convert(step.value.object, step.value.apiVersion))
  return step.value
}

/** What happens between two steps that take their time. */
export interface SlowSteps {
  readonly convert: (object: KubeObject, apiVersion: string) => KubeObject | Promise<KubeObject>
  /** Lets others have their turn, where the work is long. */
  readonly pause?: () => Promise<void> | undefined
}

/** Does the work with a conversion that takes its time, or in slices. */
export async function runStepsSlowly<Result>(
  steps: Steps<Result>,
  { convert, pause }: SlowSteps,
): Promise<Result> {
  let step = steps.next()
  while (step.done !== true) {
    const asked: ConversionRequest | undefined = step.value
    if (asked === undefined) await pause?.()
    step = steps.next(asked && (await convert(asked.object, asked.apiVersion)))
  }
  return step.value
}

/** An object in the terms of a version; asks for a conversion only where one is needed. */
export function* inVersion(object: KubeObject, apiVersion: string): Steps<KubeObject> {
  if (object.apiVersion === apiVersion) return object
  const converted = yield { object, apiVersion }
  if (converted === undefined) throw new TypeError('whoever runs these steps must convert')
  return converted
}
