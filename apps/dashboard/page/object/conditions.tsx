import { safeText } from '@sitrep/present'
import type { ConditionRow, ObjectAnswer } from '../../src/answers.ts'
import { lookClass, Mark, meaningWords, Word } from '../parts/mark.tsx'
import { Notice } from '../parts/states.tsx'
import { Age, Message, ObjectLink } from '../parts/text.tsx'

/** What an object says of itself, condition by condition. */
export function Conditions({ answer }: { readonly answer: ObjectAnswer }) {
  const { conditions, generation } = answer
  if (conditions.length === 0)
    return (
      <Notice title="It says nothing yet">
        <p>No condition stands on this object. That is not taken for good: nobody knows yet.</p>
      </Notice>
    )
  return (
    <div class="wide">
      <table class="conditions">
        <thead>
          <tr>
            <th scope="col">Condition</th>
            <th scope="col">Status</th>
            <th scope="col">Reason and message</th>
            <th scope="col">Since</th>
            <th scope="col">Generation</th>
            <th scope="col">Decided by</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map((condition) => (
            <Row key={condition.address} condition={condition} generation={generation} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  condition,
  generation,
}: {
  readonly condition: ConditionRow
  readonly generation: number | undefined
}) {
  const { address, status, meaning, reason, message, lastTransitionTime, observedGeneration, stale, owner } =
    condition
  return (
    <tr class={lookClass(meaning)}>
      <th scope="row">{safeText(address)}</th>
      <td title={meaningWords[meaning]}>
        <Word of={meaning} word={status} />
      </td>
      <td class="said">
        {reason !== undefined && reason !== '' && <b>{safeText(reason)}</b>}
        {message !== undefined && message !== '' && <Message text={message} />}
      </td>
      <td>
        {lastTransitionTime === undefined ? (
          <span class="muted">not said</span>
        ) : (
          <Age since={lastTransitionTime} words="" />
        )}
      </td>
      <td>
        {observedGeneration ?? <span class="muted">not said</span>}
        {stale && (
          <span class="tag is-stale">
            <Mark of="unclear" /> stale{generation === undefined ? '' : `, now ${generation}`}
          </span>
        )}
      </td>
      <td>{owner === undefined ? <span class="muted">itself</span> : <ObjectLink to={owner} />}</td>
    </tr>
  )
}
