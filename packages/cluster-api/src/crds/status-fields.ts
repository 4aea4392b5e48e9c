import type { KindSchema } from './schema.ts'

/**
 * The fields of a kind's status that are written in one language or the other, conditions apart: what one of them alone has is taken away by
 * the other. Fields that no schema of ours knows belong to others.
 */
export const statusFields = ({ status }: Pick<KindSchema, 'status'>): readonly string[] => [
  ...new Set(
    [status['released-v1beta2'], status['proposal-v1beta2']]
      .flatMap(({ properties }) => Object.keys(properties))
      .filter((name) => name !== 'conditions'),
  ),
]
