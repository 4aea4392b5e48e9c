import { type ConditionRules, filterStretches } from '@sitrep/conditions'
import { notListed } from '../../machines-of/facts.ts'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import { scalingDownRows, scalingUpRows, staleBullet } from '../../scaling/rules.ts'
import { missingText } from '../../scaling/template.ts'
import type { MachineSetFacts } from '../facts/facts.ts'

export const scalingUp: ConditionRules<MachineSetFacts> = {
  type: 'ScalingUp',
  rows: [notListed, ...scalingUpRows({ now: blockedNow, later: blockedLater })],
}

function blockedNow({ preflight, missing }: MachineSetFacts): string {
  const causes = missing.length === 0 ? preflight : [...preflight, missingText(missing)]
  return causes.length === 0 ? '' : ` is blocked because:${bullets(causes)}`
}

function blockedLater({ deleting, missing }: MachineSetFacts): string {
  return deleting || missing.length === 0 ? '' : `Scaling up would be blocked because ${missingText(missing)}`
}

export const scalingDown: ConditionRules<MachineSetFacts> = {
  type: 'ScalingDown',
  rows: [notListed, ...scalingDownRows({ details: staleBullet, current: settled })],
}

// A Machine that comes from another set is not in the wanted number yet, and must not look like one too many.
function settled({ machines }: MachineSetFacts): number {
  return staying(machines).length
}

const staying = filterStretches(({ moving }: MachineSeen) => !moving)

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `\n* ${line}`).join('')
}
