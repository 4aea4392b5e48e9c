import type { Registry } from './knowledge.ts'

/** What operators mean otherwise than their words say. Where words and conventions suffice, no entry is needed. */
export const operatorKinds: Registry = []
