/**
 * Crossplane: what is known of its kinds, and the facts that its statuses rest on.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/conditions` and `@sitrep/status`.
 */

// What is seen outside, and told
export { claimBinding, externalObservation, pipelineAnswer } from './fact-kinds.ts'
export { crossplaneFamily } from './family.ts'
