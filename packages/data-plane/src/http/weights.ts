import type { Fields } from '@sitrep/status'
import { fields, number } from '@sitrep/status'

/** Chooses one of several by their weights, with a number from 0 up to 1; nothing where no weight is above 0. */
export function chooseWeighted<Choice extends { readonly weight: number }>(
  choices: readonly Choice[],
  random: number,
): Choice | undefined {
  if (choices.length === 1) return choices[0]?.weight === 0 ? undefined : choices[0]
  let rest = random * choices.reduce((sum, { weight }) => sum + weight, 0)
  const usable = choices.filter(({ weight }) => weight > 0)
  for (const choice of usable) {
    rest -= choice.weight
    if (rest < 0) return choice
  }
  return usable.at(-1)
}

/** Which part of the requests a mirror is sent, from 0 to 1. */
export function mirroredShare(settings: Fields): number {
  const percent = number(settings['percent'])
  if (percent !== undefined) return percent / 100
  const fraction = fields(settings['fraction'])
  const numerator = number(fraction['numerator'])
  if (numerator === undefined) return 1
  const denominator = number(fraction['denominator']) ?? 100
  return denominator > 0 ? numerator / denominator : 0
}
