import { gatewayGroup } from '../../kinds.ts'
import { kindedName, nameText } from '../../model/names.ts'
import { kindText } from '../../references/facts.ts'
import type { RoutingBackend, RoutingFilter, WeightedBackend } from '../../routing/types.ts'
import type { Setup } from '../../setup.ts'
import type {
  AttachedRule,
  BackendReference,
  BackendSpec,
  FilterSpec,
  RouteObserved,
  RuleFault,
  RuleFaults,
  RuleSpec,
} from '../types.ts'
import { type BackendFault, type ResolvedBackend, resolveBackend } from './backends.ts'
import type { ReferenceFacts, RuleFacts } from './facts.ts'

/** The rules of a route with all references followed: what is said of them, and what is done. */
export interface ResolvedRules {
  readonly facts: RuleFacts
  readonly references: ReferenceFacts
  /** Those that can be used. */
  readonly rules: readonly AttachedRule[]
  readonly backends: Readonly<Record<string, RoutingBackend>>
  readonly services: readonly string[]
}

/** The kinds of routes whose backends may be spoken to in TLS that a Gateway begins. */
const speaksTls: readonly string[] = ['HTTPRoute', 'GRPCRoute', 'TLSRoute']

/** What a request gets that leads nowhere. */
const serverError = 500

// The document wants 500 where a Service has nobody to ask; the API that was released wants 503.
const noEndpoints = { proposal: 500, released: 503 } as const

/** Follows the references of all rules. */
export function resolveRules(
  observed: RouteObserved,
  { abilities, profile }: Setup,
  ruleFaults: RuleFaults,
): ResolvedRules {
  const faults = observed.spec.rules.map((rule) => ruleFaults(rule, abilities))
  const { kind, self, spec } = observed
  const scope = {
    kind,
    referrer: { group: gatewayGroup, kind, namespace: self.namespace },
    abilities,
    noEndpoints: noEndpoints[profile],
  }
  const ends = new Map<string, ResolvedBackend>()
  const end = (reference: BackendReference): ResolvedBackend => {
    const { key } = reference
    const known = ends.get(key)
    if (known !== undefined) return known
    const seen = observed.backends.get(key)
    const found =
      seen === undefined ? { unreadable: nameText(reference.ref) } : resolveBackend(seen, reference, scope)
    ends.set(key, found)
    return found
  }
  const resolved = spec.rules.map((rule) => resolveRule(rule, end, kindedName(kind, self)))
  const backends = [...ends.values()].flatMap((each) => ('backend' in each ? [each.backend] : []))
  return {
    facts: ruleFacts(faults),
    references: referenceFacts(spec.rules, end),
    rules: resolved.filter((_, index) => faults[index]?.length === 0),
    backends: Object.fromEntries(backends.map((backend) => [placeOf(backend), backend])),
    services: speaksTls.includes(kind)
      ? [...new Set(backends.map(({ service }) => nameText(service)))].sort()
      : [],
  }
}

type End = (reference: BackendReference) => ResolvedBackend

// A backend as the data plane names it.
const placeOf = ({ service, port, transport }: RoutingBackend): string =>
  `${nameText(service)}:${port}${transport === 'UDP' ? '/UDP' : ''}`

function resolveRule(spec: RuleSpec, end: End, route: string): AttachedRule {
  const backends = spec.backends.map((backend) => weighted(backend, end))
  const answer = answerOf(spec, backends)
  return {
    key: `${route}/${spec.index}`,
    matches: spec.matches,
    rule: {
      route,
      index: spec.index,
      ...(spec.name !== undefined && { name: spec.name }),
      filters: spec.filters.map((filter) => routingFilter(filter, end)),
      backends,
      ...(answer !== undefined && { answer }),
      ...(spec.timeouts !== undefined && { timeouts: spec.timeouts }),
      ...(spec.retry !== undefined && { retry: spec.retry }),
    },
  }
}

// A filter that is not understood is never skipped: whatever it was to do or to prevent would be left out.
function answerOf({ filters }: RuleSpec, backends: readonly WeightedBackend[]): number | undefined {
  if (filters.some(({ extension }) => extension !== undefined)) return serverError
  const redirects = filters.some(({ type }) => type === 'RequestRedirect')
  return redirects || backends.some(({ weight }) => weight > 0) ? undefined : serverError
}

function weighted({ reference, weight, filters }: BackendSpec, end: End): WeightedBackend {
  const found = end(reference)
  const usable = 'backend' in found && !filters.some(({ extension }) => extension !== undefined)
  return {
    weight,
    ...(usable ? { backend: placeOf(found.backend) } : { answer: serverError }),
    filters: filters.map((filter) => routingFilter(filter, end)),
  }
}

function routingFilter({ type, settings, mirror }: FilterSpec, end: End): RoutingFilter {
  const found = mirror === undefined ? undefined : end(mirror)
  return {
    type,
    settings,
    ...(found !== undefined && 'backend' in found && { mirror: placeOf(found.backend) }),
  }
}

function ruleFacts(faults: readonly (readonly RuleFault[])[]): RuleFacts {
  const dropped = faults.flatMap(([fault], index) => (fault === undefined ? [] : [{ index, fault }]))
  return { usable: faults.length - dropped.length, dropped }
}

function referenceFacts(rules: readonly RuleSpec[], end: End): ReferenceFacts {
  const found = rules.flatMap(({ references }) => references.map(end))
  const extensions = rules.flatMap((rule) =>
    rule.extensions.map(
      (ref): BackendFault => ({
        reason: 'InvalidKind',
        message: `${kindText(ref)} is no kind of filter that is supported`,
        ref,
      }),
    ),
  )
  const backends = rules.flatMap((rule) => rule.backends.map(({ reference }) => end(reference)))
  return {
    faults: [...found.flatMap((each) => ('fault' in each ? [each.fault] : [])), ...extensions],
    unreadable: found.flatMap((each) => ('unreadable' in each ? [each.unreadable] : [])),
    soundBackends: backends.filter((each) => 'backend' in each).length,
  }
}
