import { at, type KubeObject, type View, type World } from '@sitrep/status'
import { annotations } from '../kinds.ts'
import { type ContractRef, contractRef, refIn } from '../model/references.ts'
import { readProviderObject } from '../provider-object/observe.ts'
import type { TemplateSeen, TemplatesSeen } from './template.ts'

const templateForMachines: View<string> = {
  name: 'templateForMachines',
  of: ({ metadata }: KubeObject) => metadata.annotations?.[annotations.skipPreflightChecks] ?? '',
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
