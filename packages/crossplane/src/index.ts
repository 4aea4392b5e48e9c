/**
 * Crossplane: what is known of its kinds, and the facts that its statuses rest on.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

export { crossplaneFamily } from './family.ts'
// What is seen outside, and told
export { claimBinding, externalObservation, pipelineAnswer } from './kinds.ts'
