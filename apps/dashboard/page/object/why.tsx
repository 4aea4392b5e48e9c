import { safeText } from '@sitrep/present'
import type { ObjectAnswer, WhyAnswer, WhyStep } from '../../src/answers.ts'
import { lookClass, Word } from '../parts/mark.tsx'
import { Notice } from '../parts/states.tsx'
import { Command, Message, ObjectLink } from '../parts/text.tsx'

/** Why an object is as it is, the leading reason first. */
export function Why({ answer }: { readonly answer: ObjectAnswer }) {
  if (answer.why.length === 0)
    return (
      <Notice title="Nothing to explain">
        <p>Everything that this object says is as it should be.</p>
      </Notice>
    )
  return (
    <>
      {answer.why.map((why, at) => (
        <Reason key={why.address} why={why} leading={at === 0} />
      ))}
    </>
  )
}

function Reason({ why, leading }: { readonly why: WhyAnswer; readonly leading: boolean }) {
  const { address, sentence, path, advice, commands } = why
  return (
    <section class={`why ${leading ? 'is-leading' : ''}`}>
      <h2>{safeText(address)}</h2>
      <p class="sentence">{safeText(sentence)}</p>
      <WhyPath path={path} />
      {advice.length > 0 && (
        <>
          <h3>What helps</h3>
          <ul class="advice">
            {advice.map((each) => (
              <li key={each}>
                <Message text={each} />
              </li>
            ))}
          </ul>
        </>
      )}
      {commands.length > 0 && (
        <>
          <h3>Look further</h3>
          {commands.map((line) => (
            <Command key={line} line={line} />
          ))}
        </>
      )}
    </section>
  )
}

/** From a symptom to its first cause, each step leading to its object. */
export function WhyPath({ path }: { readonly path: readonly WhyStep[] }) {
  return (
    <ol class="why-path">
      {path.map((step, at) => (
        <li key={at} class={`${lookClass(step.meaning)} ${at === path.length - 1 ? 'is-first-cause' : ''}`}>
          <p class="step">
            {path.length > 1 && <span class="place">{placeWords(at, path.length)}</span>}
            <ObjectLink to={step.ref} />
            {(step.address ?? step.status) !== undefined && (
              <Word
                of={step.meaning}
                word={safeText([step.address, step.status].filter(Boolean).join(' '))}
              />
            )}
            {step.reason !== undefined && step.reason !== '' && (
              <span class="reason">{safeText(step.reason)}</span>
            )}
          </p>
          {step.words !== '' && (
            <p class="step-words">
              <Message text={step.words} />
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function placeWords(at: number, length: number): string {
  if (at === length - 1) return 'First cause'
  return at === 0 ? 'Symptom' : 'Because'
}
