const componentEntry = /^\* (?:APIServer|ControllerManager|Scheduler|EtcdPodHealthy$)/

/** Several components of a control plane that say the same are told as one. Others leave the entries as they are. */
export function groupControlPlaneComponents(entries: readonly string[]): readonly string[] {
  const grouped: string[] = []
  let shared: string | undefined
  let count = 0
  for (const entry of entries) {
    const colon = entry.indexOf(':')
    const [name, says] = colon < 0 ? ['', ''] : [entry.slice(0, colon), entry.slice(colon + 1)]
    if (!componentEntry.test(name)) {
      grouped.push(entry)
      continue
    }
    if (shared !== undefined && shared !== says) return entries
    if (shared === undefined) grouped.push(`* Control plane components:${says}`)
    shared = says
    count++
  }
  return count === 1 ? entries : grouped
}
