import type { Site } from '../../data-plane.ts'
import { socketAddress } from '../render/text.ts'
import type { RenderedSite } from '../render/types.ts'
import { canOpen, type SocketPlace } from './ask.ts'

/** A port of a site with the sockets that can be had for it. */
export interface OpenPort {
  readonly port: number
  readonly sockets: readonly (SocketPlace & { readonly text: string })[]
  /** Something that was to be opened for it cannot be. */
  readonly lost: boolean
}

/** What is opened for the ports of a site. */
export const bindsOf = (ports: readonly OpenPort[]): RenderedSite['binds'] =>
  new Map(ports.map(({ port, sockets }) => [port, sockets.map(({ text }) => text)]))

/** The sockets that can be had for every site. Those that are open already are not tried again: that would take them away for a moment. */
export async function placesOf(
  sites: readonly Site[],
  { open, taken }: { readonly open: ReadonlySet<string>; readonly taken: ReadonlySet<string> },
): Promise<readonly (readonly OpenPort[])[]> {
  const claimed = new Set<string>()
  const found: (readonly OpenPort[])[] = []
  for (const { configuration, place } of sites) {
    const ports = [...new Set(configuration.spec.listeners.map(({ port }) => port))]
    const opened: OpenPort[] = []
    for (const port of place.noResources === undefined ? ports : []) {
      const mapped = place.ports[port] ?? port
      const sockets: (SocketPlace & { readonly text: string })[] = []
      for (const host of place.hosts) {
        const text = socketAddress(host, mapped)
        if (text === undefined || taken.has(text) || claimed.has(text) || place.unavailable?.includes(port))
          continue
        if (!open.has(text) && !(await canOpen({ host, port: mapped }))) continue
        claimed.add(text)
        sockets.push({ host, port: mapped, text })
      }
      opened.push({ port, sockets, lost: sockets.length < place.hosts.length })
    }
    found.push(opened)
  }
  return found
}
