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

/** Work that needs an object in another version: it asks, and goes on when it is given the answer. */
export type Steps<Result> = Generator<ConversionRequest, Result, KubeObject>

export interface ConversionRequest {
  readonly object: KubeObject
  readonly apiVersion: string
}

/** Does the work with a conversion that answers at once. */
export function runSteps<Result>(
  steps: Steps<Result>,
  convert: (object: KubeObject, apiVersion: string) => KubeObject,
): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next(convert(step.value.object, step.value.apiVersion))
  return step.value
}

/** Does the work with a conversion that takes its time. */
export async function runStepsSlowly<Result>(
  steps: Steps<Result>,
  convert: (object: KubeObject, apiVersion: string) => Promise<KubeObject>,
): Promise<Result> {
  let step = steps.next()
  while (step.done !== true) step = steps.next(await convert(step.value.object, step.value.apiVersion))
  return step.value
}

/** An object in the terms of a version; asks for a conversion only where one is needed. */
export function* inVersion(object: KubeObject, apiVersion: string): Steps<KubeObject> {
  return object.apiVersion === apiVersion ? object : yield { object, apiVersion }
}
