import type { RoutingListener } from '@sitrep/gateway-api'
import type { Asked } from './match/asked.ts'
import { createEntryTable, type EntryTable, hostnamesOf } from './match/table.ts'
import { type Plan, planRule } from './plan.ts'
import type { Arrival, PortConfiguration } from './types.ts'

/** What is to be done with a request, as far as the configuration says. */
export type Route =
  | {
      readonly kind: 'found'
      readonly listener: RoutingListener
      readonly plan: Plan
      /** The prefix that was matched; empty where none was. */
      readonly prefix: string
    }
  | { readonly kind: 'none'; readonly listener?: RoutingListener }
  /** The name belongs to another listener than the one that TLS was begun with. */
  | { readonly kind: 'misdirected'; readonly listener: RoutingListener }

/** A port's configuration, sorted so that a request finds its rule. */
export interface RouteTable {
  readonly choose: (asked: Asked, tls: Arrival['tls']) => Route
}

/** Sorts what a port does. Rules and the entries of a listener are prepared when a request first needs them. */
export function createRouteTable(configuration: PortConfiguration): RouteTable {
  const listeners = new Map<string, RoutingListener>()
  for (const listener of configuration.listeners) {
    const hostname = (listener.hostname ?? '').toLowerCase()
    if (!listeners.has(hostname)) listeners.set(hostname, listener)
  }
  const tables = new Map<RoutingListener, EntryTable>()
  const plans = new Map<string, Plan>()
  return {
    choose: (asked, tls) => {
      const listener = narrowest(listeners, asked.target.host)
      if (listener === undefined) return { kind: 'none' }
      // Another listener may ask for other certificates, so what was agreed on with one holds for no other.
      if (tls !== undefined && tls.listener !== listener.name) return { kind: 'misdirected', listener }
      const table = tables.get(listener) ?? createEntryTable(listener.entries)
      tables.set(listener, table)
      const entry = table.find(asked)
      const plan = entry && planOf(configuration, plans, entry.rule)
      if (entry === undefined || plan === undefined) return { kind: 'none', listener }
      const path = entry.match?.path
      return { kind: 'found', listener, plan, prefix: path?.type === 'PathPrefix' ? path.value : '' }
    },
  }
}

function narrowest(
  listeners: ReadonlyMap<string, RoutingListener>,
  host: string,
): RoutingListener | undefined {
  for (const hostname of hostnamesOf(host)) {
    const listener = listeners.get(hostname)
    if (listener !== undefined) return listener
  }
  return undefined
}

function planOf(configuration: PortConfiguration, plans: Map<string, Plan>, key: string): Plan | undefined {
  const known = plans.get(key)
  if (known !== undefined) return known
  const rule = configuration.rules[key]
  if (rule === undefined) return undefined
  const plan = planRule(rule)
  plans.set(key, plan)
  return plan
}
