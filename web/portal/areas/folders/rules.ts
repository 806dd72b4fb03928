import { type FolderInput, folderFaults } from '#contract/folders/settings.ts'

/** The rules of a folder, as a form holds them. */
export type Rules = Pick<FolderInput, 'visible' | 'firmable' | 'efimero' | 'idTemplate' | 'bloquea'>
export const ruleNames = ['visible', 'firmable', 'bloquea', 'efimero', 'idTemplate'] as const
export type Rule = (typeof ruleNames)[number]

/** The rule that each rule requires. */
const needs = {
  visible: null,
  firmable: 'visible',
  bloquea: 'visible',
  efimero: 'firmable',
  idTemplate: 'visible',
} as const satisfies Record<Rule, Rule | null>

/** Whether a rule is on. */
export function isOn(rules: Rules, rule: Rule): boolean {
  if (rule === 'bloquea') return rules.bloquea.length > 0
  if (rule === 'idTemplate') return rules.idTemplate !== null
  return rules[rule]
}

/** The first requirement of a rule that is off or lacks its own; null where the rule can be on. */
export function lacks(rules: Rules, rule: Rule): Exclude<Rule, 'bloquea' | 'efimero' | 'idTemplate'> | null {
  const needed = needs[rule]
  return needed !== null && (!isOn(rules, needed) || lacks(rules, needed) !== null) ? needed : null
}

/** The rules that are on without what they need, as the server would refuse them. */
export function brokenIn(rules: Rules, before: { idTemplate: number | null } | null): readonly Rule[] {
  return folderFaults(rules, before).map(({ field }) => field)
}

interface Mend {
  /** The rules as they would be. */
  to: Partial<Rules>
  /** Those that are turned on or off. */
  rules: readonly Rule[]
}

/** The two solutions of a contradiction: turn the requirement on, or the rule off. */
export function mendsOf(
  rules: Rules,
  broken: readonly Rule[],
  before: { idTemplate: number | null } | null,
): { on: Mend; off: Mend } {
  const signing = rules.firmable || broken.includes('efimero')
  const on = {
    ...(signing && !rules.firmable && { firmable: true }),
    ...(!rules.visible && { visible: true }),
  }
  const gone = ruleNames.filter(
    (rule) => broken.includes(rule) || (rule === 'efimero' && rules.efimero && broken.includes('firmable')),
  )
  const off = {
    ...(gone.includes('firmable') && { firmable: false }),
    ...(gone.includes('bloquea') && { bloquea: [] }),
    ...(gone.includes('efimero') && { efimero: false }),
    ...(gone.includes('idTemplate') && { idTemplate: before?.idTemplate ?? null }),
  }
  return {
    on: { to: on, rules: ruleNames.filter((rule) => rule in on) },
    off: { to: off, rules: gone },
  }
}
