import { type LintRule, lintRuleFamilies } from '@sitrep/verdict'

const where: Readonly<Record<LintRule['on'], string>> = {
  every: 'all kinds',
  custom: 'kinds that Kubernetes itself does not serve',
  crd: 'CustomResourceDefinitions',
}

/** The page to which every finding of `sitrep lint` leads: a section for each rule, under its own name. */
export function lintPage(): string {
  return [
    '# Lint rules',
    '',
    'What `sitrep lint` looks for, printed by `npm run generate` from the rules that run. Errors are what others stumble over, warnings what',
    'misleads, notes what could be better. `--rule` and `--ignore` take the names below.',
    '',
    '| Rule | Severity | |',
    '|---|---|---|',
    ...lintRuleFamilies.flatMap(({ rules }) =>
      rules.map(({ id, severity, title }) => `| [${id}](#${id}) | ${severity} | ${title} |`),
    ),
    '',
    ...lintRuleFamilies.flatMap(({ name, rules }) => [`## ${name}`, '', ...rules.flatMap(section)]),
  ].join('\n')
}

const section = (rule: LintRule): readonly string[] => [
  `### ${rule.id}`,
  '',
  `${rule.title}. (${rule.severity}; ${where[rule.on]}${'compare' in rule ? '; needs two observations of one object' : ''})`,
  '',
  `**Why:** ${rule.why}`,
  '',
  `**Fix:** ${rule.fix}`,
  '',
]
