interface Answered<Asked, Answer> {
  readonly asked: Asked
  readonly answer: Answer
}

/**
 * Remembers the last answer of a pure function, or the last few of them: passes of one turn ask for the same few instants, kinds and versions,
 * and reading or writing one takes as long as some rules.
 */
export function remembering<Asked, Answer>(
  answer: (asked: Asked) => Answer,
  few: number = 1,
): (asked: Asked) => Answer {
  const known: Answered<Asked, Answer>[] = []
  let next = 0
  return (asked) => {
    for (const each of known) if (each.asked === asked) return each.answer
    const answered = { asked, answer: answer(asked) }
    known[next] = answered
    next = (next + 1) % few
    return answered.answer
  }
}
