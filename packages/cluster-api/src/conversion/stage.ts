/**
 * The layouts that an object of Cluster API can have. The document goes through three of them: the old fields with the new ones
 * beside, as `experimental…`; the new ones with the old under `backCompatibility`; and the new ones alone. What was released
 * has two, with the new fields under `status.v1beta2` and with the old ones under `status.deprecated.v1beta1`.
 */
export const stages = [
  'proposal-v1beta1',
  'proposal-v1beta2',
  'proposal-end',
  'released-v1beta1',
  'released-v1beta2',
] as const

export type Stage = (typeof stages)[number]

/** The API version in which objects of a stage are served. The end of the document's way keeps the second stage's version. */
export const versionOf: Readonly<Record<Stage, string>> = {
  'proposal-v1beta1': 'v1beta1',
  'proposal-v1beta2': 'v1beta2',
  'proposal-end': 'v1beta2',
  'released-v1beta1': 'v1beta1',
  'released-v1beta2': 'v1beta2',
}

/** Whether a text names a stage. */
export function isStage(text: string): text is Stage {
  return (stages as readonly string[]).includes(text)
}
