/**
 * Schemas of CustomResourceDefinitions, and what they have to say against an object: the words of a refusal without a server. Nothing of
 * the server is loaded with it. No I/O, no clock.
 */

export { type StatusCheck, statusCheck } from './status-check.ts'
