import { at, type KubeObject, type View, type World } from '@sitrep/status'
import { annotations } from '../kinds.ts'
import { type ContractRef, contractRef, refIn } from '../model/references.ts'
import { readProviderObject } from '../provider-object/read.ts'

/** A template that new Machines are made from. */
export interface TemplateSeen {
  readonly ref: ContractRef
  readonly state: 'found' | 'missing' | 'unreadable'
  /** The preflight checks that it says to skip, as it says it. */
  readonly skippedChecks: string
}

const templateForMachines: View<string> = {
  name: 'templateForMachines',
  of: ({ metadata }: KubeObject) => metadata.annotations?.[annotations.skipPreflightChecks] ?? '',
}

/** The two templates that a set or a deployment refers to. */
export interface TemplatesSeen {
  readonly bootstrap: TemplateSeen | undefined
  readonly infrastructure: TemplateSeen | undefined
}

/** Looks for the templates that `spec.template` of a set or a deployment names. */
export function readTemplates(world: World, namespace: string, template: unknown): TemplatesSeen {
  const bootstrap = contractRef(at(template, 'spec', 'bootstrap', 'configRef'))
  const infrastructure = contractRef(at(template, 'spec', 'infrastructureRef'))
  return {
    bootstrap: bootstrap && readTemplate(world, namespace, bootstrap),
    infrastructure: infrastructure && readTemplate(world, namespace, infrastructure),
  }
}

function readTemplate(world: World, namespace: string, ref: ContractRef): TemplateSeen {
  const template = readProviderObject(world, refIn(namespace, ref), templateForMachines)
  if (!template.read) return { ref, state: 'unreadable', skippedChecks: '' }
  if (template.item === undefined) return { ref, state: 'missing', skippedChecks: '' }
  return { ref, state: 'found', skippedChecks: template.item.object }
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
