/**
 * Crossplane: what is known of its kinds.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/status`.
 */

// What is seen outside, and told
export { claimBinding, externalObservation, pipelineAnswer } from './fact-kinds.ts'
export { crossplaneFamily } from './family.ts'
