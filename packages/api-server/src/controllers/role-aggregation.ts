import { same } from '@sitrep/status/same'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, getPath, isJsonArray, isJsonObject } from '../json/own.ts'
import { labelSelectorMatches } from '../request/selectors/match-selector.ts'
import { decodeObject } from '../resources/encoding.ts'
import { labelsOf, nameOf, withMember } from '../resources/metadata.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { WorkQueue } from './work-queue.ts'

const group = 'rbac.authorization.k8s.io'

/** Keeps ClusterRoles that are sums of others up to date with what they are the sum of. */
export function startRoleAggregation({ cluster, writes, report }: ControllerContext): Controller {
  const collection = { cluster: cluster.name, resource: `${group}/clusterroles` }
  const roles = (): readonly KubeObject[] =>
    cluster.store.list(collection).map(({ bytes }) => decodeObject(bytes))
  const queue = new WorkQueue({
    report,
    work: async () => {
      const view = cluster.registry.find(group, 'v1', 'clusterroles')
      if (view === undefined) return
      const all = roles()
      for (const role of all) {
        const rules = aggregatedRules(role, all)
        if (rules === undefined || same(rules, getOwn(role, 'rules') ?? null)) continue
        await writes.change(view, {
          namespace: '',
          name: nameOf(role),
          change: (live) => withMember(live, 'rules', rules),
        })
      }
    },
  })
  queue.add('all')
  const unsubscribe = cluster.store.subscribe(collection, () => queue.add('all'))
  return {
    idle: () => queue.idle(),
    close: () => {
      unsubscribe()
      return queue.close()
    },
  }
}

/** The rules of all roles that a role selects, each once; `undefined` for a role that selects none. */
export function aggregatedRules(role: KubeObject, all: readonly KubeObject[]): Json | undefined {
  const selectors = getPath(role, ['aggregationRule', 'clusterRoleSelectors'])
  if (!isJsonArray(selectors)) return undefined
  const wanted = selectors.filter(isJsonObject)
  const rules: JsonObject[] = []
  for (const other of [...all].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    if (nameOf(other) === nameOf(role)) continue
    if (!wanted.some((selector) => labelSelectorMatches(selector, labelsOf(other)))) continue
    const own = getOwn(other, 'rules')
    for (const rule of isJsonArray(own) ? own.filter(isJsonObject) : []) {
      if (!rules.some((known) => same(known, rule))) rules.push(rule)
    }
  }
  return rules.length === 0 ? null : rules
}
