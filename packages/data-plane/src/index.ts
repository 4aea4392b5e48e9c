/**
 * A proxy that takes its configuration from Gateway API and tells what it has in force, and the same for proxies of others.
 * Touches the world: sockets and timers.
 */

export type { DataPlane, KeyPair, Materials, Place, Site } from './data-plane.ts'
export { type Limits, usualLimits } from './limits.ts'
