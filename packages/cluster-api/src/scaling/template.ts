import type { ContractRef } from '../model/references.ts'

/** A template that new Machines are made from. */
export interface TemplateSeen {
  readonly ref: ContractRef
  readonly state: 'found' | 'missing' | 'unreadable'
  /** The preflight checks that it says to skip, as it says it. */
  readonly skippedChecks: string
}

/** The two templates that a set or a deployment refers to. */
export interface TemplatesSeen {
  readonly bootstrap: TemplateSeen | undefined
  readonly infrastructure: TemplateSeen | undefined
}

/** The kinds of the templates in a state. References to anything but a template lead to no copies and are passed over. */
export function templatesThatAre(
  state: TemplateSeen['state'],
  { bootstrap, infrastructure }: TemplatesSeen,
): readonly string[] {
  return [bootstrap, infrastructure].flatMap((template) =>
    template !== undefined && template.state === state && template.ref.kind.endsWith('Template')
      ? [template.ref.kind]
      : [],
  )
}

/** `A does not exist` or `A and B do not exist`; empty when nothing is missing. */
export function missingText(kinds: readonly string[]): string {
  if (kinds.length === 0) return ''
  return kinds.length === 1 ? `${kinds[0]} does not exist` : `${kinds.join(' and ')} do not exist`
}
