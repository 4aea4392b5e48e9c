/** Any value that JSON can hold. Integers beyond 2^53 are `bigint`, so that an int64 survives a round trip. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject

/** A JSON object. Keys are data, whatever they are called: write them through `setOwn`, never by `object[key] =`. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A Kubernetes object as it travels: plain JSON with the four well-known members. */
export interface KubeObject extends JsonObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

/** The metadata that the server itself reads and writes. */
export interface ObjectMeta extends JsonObject {
  readonly name: string
  // The rest is optional on the wire; a JSON object cannot type absent keys, so readers go through `metadata.ts`.
}
