/**
 * JSONPath as kubectl and the columns of CustomResourceDefinitions have it. Nothing of the server is loaded with it. Pure.
 */

export { compileJsonPath, type JsonPath } from './compile-path.ts'
export { JsonPathError } from './json-path-error.ts'
