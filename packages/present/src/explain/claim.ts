/** A claim about an object, continued by how long it has been so: `has not been available`. */
export function claimOf(type: string, status: string): string {
  const words = states[type] ?? (/^[A-Z][a-z]+$/.test(type) ? type.toLowerCase() : undefined)
  if (words === undefined) return `has had ${type} ${status}`
  if (status === 'True') return `has been ${words}`
  return status === 'False' ? `has not been ${words}` : `may or may not have been ${words}`
}

// Types of one word read as that word (`Ready`); these names are plain English, whoever uses them, and read better in words of their own.
const states: Readonly<Record<string, string>> = {
  ScalingUp: 'scaling up',
  ScalingDown: 'scaling down',
  RollingOut: 'rolling out',
  UpToDate: 'up to date',
  Deleting: 'being deleted',
  Remediating: 'under remediation',
  NodeReady: 'on a ready Node',
  NodeHealthy: 'on a healthy Node',
  InfrastructureReady: 'on ready infrastructure',
  ResolvedRefs: 'able to resolve its references',
}
