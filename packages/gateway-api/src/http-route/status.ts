import { hostnameColumns } from '../route/columns.ts'
import { defineRoute, type RouteDefinition } from '../route/status.ts'
import { httpRuleFaults } from './facts.ts'
import { readHttpRules } from './observe.ts'

/** The status of an HTTPRoute. */
export const httpRouteStatus: RouteDefinition = defineRoute({
  kind: 'HTTPRoute',
  readRules: readHttpRules,
  ruleFaults: httpRuleFaults,
  columns: hostnameColumns,
})
