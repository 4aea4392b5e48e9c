/**
 * Gateway API: what is known of its kinds.
 * Pure: no I/O, no clock, no dependencies but `@sitrep/status`.
 */

export { gatewayApiFamily } from './family.ts'
