import { conditionStatuses } from '@sitrep/conditions'
import { safeText } from '@sitrep/present'
import { replaceHref } from '../parts/hooks.ts'
import { fleetHref } from '../route/route.ts'
import { type FilterChoices, type FleetFilter, filterOf, isFiltered, queryWith } from './filter.ts'

interface FiltersProps {
  readonly query: URLSearchParams
  readonly choices: FilterChoices
  /** There is room for cards and for a table. */
  readonly canChoose: boolean
}

/** What narrows the fleet. Every choice stands in the address. */
export function Filters({ query, choices, canChoose }: FiltersProps) {
  const filter = filterOf(query)
  const change = (changed: Partial<FleetFilter>): void => replaceHref(fleetHref(queryWith(query, changed)))
  const view = query.get('view') === 'cards' ? 'cards' : 'table'
  const same = choices.kinds.map(({ kind }) => kind)
  // The group is only told where the kind alone does not say which.
  const kindWords = (key: string, kind: string): string =>
    same.indexOf(kind) === same.lastIndexOf(kind) ? kind : key
  return (
    <search class="filters">
      <label class="grow">
        <span>Text</span>
        <input
          type="search"
          placeholder="Name, cause …"
          value={filter.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
        />
      </label>
      <Choice
        words="Kind"
        value={filter.kind}
        options={choices.kinds.map(({ key, kind }) => [key, kindWords(key, kind)])}
        choose={(kind) => change({ kind })}
      />
      <Choice
        words="Namespace"
        value={filter.namespace}
        options={choices.namespaces.map((each) => [each, each])}
        choose={(namespace) => change({ namespace })}
      />
      <Choice
        words="Condition"
        value={filter.condition}
        options={choices.conditions.map((each) => [each, each])}
        choose={(condition) => change({ condition, ...(condition === '' ? { status: '' } : {}) })}
      />
      <Choice
        words="Says"
        value={filter.status}
        options={conditionStatuses.map((each) => [each, each])}
        choose={(status) => change({ status })}
        off={filter.condition === ''}
      />
      {isFiltered(filter) && (
        <a class="button" href={fleetHref(new URLSearchParams(view === 'cards' ? { view } : {}))}>
          Clear
        </a>
      )}
      {canChoose && (
        <fieldset class="views">
          <legend class="hidden">View</legend>
          {(['table', 'cards'] as const).map((each) => (
            <button
              type="button"
              key={each}
              aria-pressed={view === each}
              onClick={() => {
                const next = new URLSearchParams(query)
                if (each === 'cards') next.set('view', each)
                else next.delete('view')
                replaceHref(fleetHref(next))
              }}
            >
              {each === 'table' ? 'Table' : 'Cards'}
            </button>
          ))}
        </fieldset>
      )}
    </search>
  )
}

interface ChoiceProps {
  readonly words: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly choose: (value: string) => void
  readonly off?: boolean
}

function Choice({ words, value, options, choose, off = false }: ChoiceProps) {
  // An address may ask for what is not there (any more): it is shown as it is.
  const known = value === '' || options.some(([each]) => each === value)
  return (
    <label>
      <span>{words}</span>
      <select value={value} disabled={off} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">All</option>
        {!known && <option value={value}>{safeText(value)}</option>}
        {options.map(([each, says]) => (
          <option key={each} value={each}>
            {safeText(says)}
          </option>
        ))}
      </select>
    </label>
  )
}
