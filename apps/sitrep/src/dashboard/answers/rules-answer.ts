import type { ConditionRules, Decision } from '@sitrep/conditions'
import type { RuleRow, RulesAnswer, RuleTable } from '@sitrep/dashboard'
import {
  everyEntry,
  formatAddress,
  isChosen,
  type KindRef,
  kindKey,
  managementCluster,
  namedKinds,
  type ObjectRef,
  parseAddress,
  parseEntry,
  type StatusDefinition,
} from '@sitrep/status'
import type { DashboardWorld } from '../world/dashboard-world.ts'

/** What is asked for: nothing, a kind, or an object. */
export type AskedRules = Partial<KindRef> & { readonly name?: string; readonly ref?: ObjectRef }

/** The tables that decide on a kind, and for an object the rows that do; nothing where there is no such object. */
export function rulesAnswer(asked: AskedRules, world: DashboardWorld): RulesAnswer | undefined {
  const kinds = kindsIn(world)
  const { kind, group = '', ref } = asked
  if (kind === undefined) return { kinds, tables: [] }
  if (ref !== undefined && world.object(ref) === undefined) return undefined
  return { kinds, tables: tablesOn({ group, kind }, world).flatMap((table) => answersOf(table, ref, world)) }
}

/** The kinds that there are rules for: those that the catalog names, and those that were found. */
function kindsIn({ catalog, deciding }: DashboardWorld): RulesAnswer['kinds'] {
  const present = new Set(deciding.kindsIn(managementCluster).map(kindKey))
  const found = deciding.describedKinds.filter((kind) => present.has(kindKey(kind)))
  const all = new Map(
    [...namedKinds(catalog), ...found].map(({ group, kind }) => [kindKey({ group, kind }), { group, kind }]),
  )
  return [...all.values()].sort((a, b) => (kindKey(a) < kindKey(b) ? -1 : 1))
}

interface PlacedTable {
  readonly at: string | undefined
  readonly title: string
  readonly table: ConditionRules<never>
}

function tablesOn(kind: KindRef, { catalog, deciding }: DashboardWorld): readonly PlacedTable[] {
  const [sample] = deciding.members(kind)
  const isOwn = (definition: StatusDefinition): boolean =>
    sample === undefined
      ? 'kind' in definition.kind && kindKey(definition.kind) === kindKey(kind)
      : isChosen(definition.kind, sample.object)
  return catalog.definitions.flatMap((definition) =>
    (definition.rules ?? [])
      .filter(({ on }) => (on === undefined ? isOwn(definition) : kindKey(on) === kindKey(kind)))
      .flatMap(({ at, compared, tables }) =>
        tables.map((table) => ({
          at,
          title: `${formatAddress({ at, type: table.type })}${compared ? ', where another writer says it' : ''}`,
          table,
        })),
      ),
  )
}

/** One table, or one for each entry that it decides on. */
function answersOf(
  { at, title, table }: PlacedTable,
  ref: ObjectRef | undefined,
  { deciding }: DashboardWorld,
): readonly RuleTable[] {
  const written = formatAddress({ at, type: table.type })
  if (ref === undefined) return [{ address: written, title, rows: rowsOf(table, undefined) }]
  const isEvery = at !== undefined && parseEntry(at)?.key === everyEntry
  const list = at === undefined ? undefined : parseEntry(at)?.list
  const addresses = isEvery
    ? deciding.claims(ref).filter((claim) => {
        const place = parseAddress(claim)
        return place.type === table.type && parseEntry(place.at ?? '')?.list === list
      })
    : [written]
  const decided = addresses.map((address) => ({
    address,
    decision: deciding.explain(ref, address)?.decision,
  }))
  const shown = decided.length === 0 ? [{ address: written, decision: undefined }] : decided
  return shown.map(({ address, decision }) => ({
    address,
    title: isEvery && decided.length > 0 ? address : title,
    rows: rowsOf(table, decision),
  }))
}

function rowsOf({ rows }: ConditionRules<never>, decision: Decision | undefined): readonly RuleRow[] {
  const row = decision !== undefined && 'row' in decision ? decision.row : undefined
  // A condition may be decided by one of several tables: this one did only if the row stands where it is said to.
  const mine = row !== undefined && rows[row.index]?.[0] === row.words
  return rows.map(([words, , outcome], index) => ({
    words,
    ...outcomeWords(outcome),
    decides: mine && index === row.index,
    passedOver: mine && index < row.index && row.passedOver.includes(words),
  }))
}

const computed = 'computed'

type Outcome = ConditionRules<never>['rows'][number][2]

function outcomeWords(outcome: Outcome): Pick<RuleRow, 'status' | 'reason'> {
  switch (outcome.outcome) {
    case 'keep':
      return { status: 'kept', reason: '' }
    case 'absent':
      return { status: 'absent', reason: '' }
    case 'set': {
      const { reason } = outcome
      const words =
        typeof reason === 'function'
          ? computed
          : typeof reason === 'string'
            ? reason
            : reason.reasons.join(', ')
      return { status: outcome.status, reason: words }
    }
    case 'report': {
      const { statuses, reasons } = outcome.words
      return { status: statuses?.join(', ') ?? computed, reason: reasons?.join(', ') ?? computed }
    }
  }
}
