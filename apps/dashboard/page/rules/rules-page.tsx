import { safeText } from '@sitrep/present'
import { type KindRef, kindKey, type ObjectRef, refKey } from '@sitrep/status'
import type { RuleRow, RulesAnswer, RuleTable } from '../../src/answers.ts'
import { questions } from '../../src/questions.ts'
import { useAnswer } from '../parts/hooks.ts'
import { Failed, Loading, Notice } from '../parts/states.tsx'
import { rulesHref } from '../route/route.ts'

/** The rules by which Sitrep decides, kind by kind. */
export function RulesPage({ kind }: { readonly kind?: KindRef }) {
  const all = useAnswer<RulesAnswer>(questions.rules())
  const { answer, error } = useAnswer<RulesAnswer>(questions.rules(kind))
  const kinds = all.answer?.kinds ?? answer?.kinds ?? []
  return (
    <div class="rules">
      <h1>{kind === undefined ? 'Rules' : `Rules: ${safeText(kind.kind)}`}</h1>
      <p class="muted">A condition is decided by the first row of its table that holds.</p>
      <nav class="kinds" aria-label="Kinds">
        {kinds.map((each) => (
          <a
            key={kindKey(each)}
            href={rulesHref(each)}
            title={each.group}
            aria-current={kind !== undefined && kindKey(each) === kindKey(kind) ? 'page' : undefined}
          >
            {safeText(each.kind)}
            <small>{safeText(each.group)}</small>
          </a>
        ))}
      </nav>
      {answer === undefined && error === undefined && <Loading what="the rules" />}
      {error !== undefined && <Failed error={error} what="the rules" />}
      {kind !== undefined && answer !== undefined && <Tables tables={answer.tables} />}
      {kind === undefined && kinds.length > 0 && (
        <p>Choose a kind, or open the rules of an object to see which rows decide.</p>
      )}
    </div>
  )
}

/** The rules of one object, with the rows that decide for it. */
export function ObjectRules({ of }: { readonly of: ObjectRef }) {
  const speaksOf = (_: RulesAnswer, keys: ReadonlySet<string>): boolean => keys.has(refKey(of))
  const { answer, error } = useAnswer<RulesAnswer>(questions.rulesOf(of), speaksOf)
  if (error !== undefined) return <Failed error={error} what="the rules" />
  if (answer === undefined) return <Loading what="the rules" />
  return <Tables tables={answer.tables} />
}

function Tables({ tables }: { readonly tables: readonly RuleTable[] }) {
  if (tables.length === 0)
    return (
      <Notice title="No tables">
        <p>What this kind says is decided by others, or by no table.</p>
      </Notice>
    )
  return (
    <>
      {tables.map((table) => (
        <section key={`${table.address} ${table.title}`}>
          <h2>{safeText(table.address)}</h2>
          {table.title !== table.address && <p class="muted">{safeText(table.title)}</p>}
          <div class="wide">
            <table class="rule-table">
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Status</th>
                  <th scope="col">Reason</th>
                  <th scope="col">Here</th>
                </tr>
              </thead>
              <tbody>
                {table.rows.map((row, at) => (
                  <Row key={at} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  )
}

function Row({ row }: { readonly row: RuleRow }) {
  const { words, status, reason, decides, passedOver } = row
  const here = decides ? 'Decides' : passedOver ? 'Does not hold' : ''
  return (
    <tr class={decides ? 'decides' : passedOver ? 'passed-over' : ''}>
      <th scope="row">{safeText(words)}</th>
      <td>{safeText(status)}</td>
      <td>{safeText(reason)}</td>
      <td>{decides ? <b>▶ {here}</b> : here}</td>
    </tr>
  )
}
