import { type KindSchema, statusSchema } from './schema.ts'

/**
 * The fields of a kind's status that are written in one language or the other, conditions apart: what one of them alone has is taken away by
 * the other. Fields that no schema of ours knows belong to others.
 */
export const statusFields = (schema: Pick<KindSchema, 'status' | 'failures'>): readonly string[] => [
  ...new Set(
    (['released-v1beta2', 'proposal-v1beta2'] as const)
      .flatMap((stage) => Object.keys(statusSchema(schema, stage).properties))
      .filter((name) => name !== 'conditions'),
  ),
]
