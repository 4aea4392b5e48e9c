/**
 * Crossplane: what is known of its kinds.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/status`.
 */

export { crossplaneFamily } from './family.ts'
