import { safeText } from '@sitrep/present'
import type { Transition } from '../../src/answers.ts'
import { Word } from './mark.tsx'
import { ObjectLink } from './text.tsx'

/** A transition in one line: of what, from what to what, and the reason. */
export function WhatChanged({ of }: { readonly of: Transition }) {
  const { ref, address, from, to, reason, meaning } = of
  return (
    <>
      <ObjectLink to={ref} tab="timeline" />{' '}
      <Word
        of={meaning}
        word={safeText(`${address} ${from === undefined ? '' : `${from} → `}${to ?? 'gone'}`)}
      />{' '}
      <span class="reason">{safeText(reason)}</span>
    </>
  )
}
