import { refusedCode } from '../calls/refused.ts'
import type { PasswordPolicy } from '#contract/account/account.ts'
import type accountWords from '#locales/es/account.json'
import { counted, fill } from '../texts/fill-template.ts'

type AccountWords = Pick<typeof accountWords, 'politica' | 'coinciden'>

/** A rule of the policy in words, and whether the typed password meets it; null while nothing is typed. */
export interface Rule {
  key: string
  text: string
  met: boolean | null
}

/**
 * The policy's rules for the typed password. @param told the server's codes for it; null while they are unknown;
 * undefined where the server checks only on saving
 */
export function rulesOf(
  policy: PasswordPolicy,
  words: AccountWords,
  pass: string,
  repass: string,
  told?: readonly string[] | null,
): Rule[] {
  const { politica } = words
  const letters = pass.match(/\p{L}/gu)?.length ?? 0
  const capitals = pass.match(/\p{Lu}/gu)?.length ?? 0
  const digits = pass.match(/\d/g)?.length ?? 0
  const specials = [...pass].filter((each) => !/[\p{L}\p{M}\p{N}]/u.test(each))
  const length = [...pass].length
  const least = (key: string, count: number, has: number) =>
    count > 0 ? [{ key, text: counted(politica, key, count), met: has >= count }] : []
  const server = (key: string, text: string, code: string) =>
    told === undefined ? [] : [{ key, text, met: told && !told.includes(code) }]
  const rules: Rule[] = [
    {
      key: 'largo',
      text: fill(politica.largo, { minimo: policy.minimalongitud, maximo: policy.maximalongitud }),
      met: length >= policy.minimalongitud && length <= policy.maximalongitud,
    },
    ...least('letras', policy.minimalongitudletras, letters),
    ...least('numeros', policy.minimacantidaddigitos, digits),
    ...least('mayusculas', policy.minimacantidadmayusculas, capitals),
    ...specialRules(policy, words, specials),
    ...server('personales', politica.personales, refusedCode('PASSWORD_PERSONAL')),
    // A password that is too short is not rated yet.
    ...server('facil', politica.facil, refusedCode('PASSWORD_EASY')).map((rule) =>
      length < policy.minimalongitud ? { ...rule, met: null } : rule,
    ),
  ]
  return [
    ...rules.map((rule) => ({ ...rule, met: pass ? rule.met : null })),
    { key: 'coinciden', text: words.coinciden, met: repass ? pass === repass : null },
  ]
}

/** How many special characters there must be, and which are allowed where not all are. */
function specialRules(
  { minimacantidadcaracteresespeciales: least, caracterespespeciales: allowed }: PasswordPolicy,
  { politica }: AccountWords,
  specials: readonly string[],
): Rule[] {
  if (least === 0 && allowed.length === 0) return []
  const fit = allowed.length === 0 || specials.every((each) => allowed.includes(each))
  const lista = allowed.join(' ')
  const text =
    least === 0
      ? fill(politica.permitidos, { lista })
      : counted(politica, allowed.length > 0 ? 'especiales' : 'especialesTodos', least, { lista })
  return [{ key: 'especiales', text, met: fit && specials.length >= least }]
}

/** Whether a rule prevents submitting; rules that only the server can check do not while they are unknown. */
export function blocking({ key, met }: Rule): boolean {
  return key === 'personales' || key === 'facil' ? met === false : met !== true
}

/**
 * Text about rules that are checked only on saving; `told` where the server checks personal words and simplicity during
 * typing.
 */
export function laterOf(policy: PasswordPolicy, words: AccountWords, told = false): string {
  const { politica } = words
  return [
    !told && politica.alGuardar,
    policy.historialsinrepetir > 0 && counted(politica, 'historial', policy.historialsinrepetir),
    policy.caducidad > 0 ? counted(politica, 'vence', policy.caducidad) : politica.noVence,
  ]
    .filter(Boolean)
    .join(' ')
}
