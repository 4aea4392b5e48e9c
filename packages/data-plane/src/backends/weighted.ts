/** Chooses one of the places of a rule by their weights; `chance` lies between 0 and 1. Nothing where no place has any weight. */
export function weighted<Choice extends { readonly weight: number }>(
  choices: readonly Choice[],
  chance: number,
): Choice | undefined {
  const sum = choices.reduce((total, { weight }) => total + weight, 0)
  let left = chance * sum
  const chosen = choices.find(({ weight }) => {
    left -= weight
    return weight > 0 && left < 0
  })
  // Rounding may leave nothing at the very end.
  return chosen ?? choices.findLast(({ weight }) => weight > 0)
}
