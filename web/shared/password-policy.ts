import type { PasswordPolicy } from '#contract/account.ts'
import type accountWords from '#locales/es/account.json'
import { counted, fill } from './filled.ts'

type AccountWords = Pick<typeof accountWords, 'politica' | 'coinciden'>

/** A rule of the policy in words, and whether what is typed meets it; null while nothing is typed. */
export interface Rule {
  key: string
  text: string
  met: boolean | null
}

/** The policy's rules for what is typed. What only the server knows is not among them. */
export function rulesOf(policy: PasswordPolicy, words: AccountWords, pass: string, repass: string): Rule[] {
  const { politica } = words
  const letters = pass.match(/\p{L}/gu)?.length ?? 0
  const capitals = pass.match(/\p{Lu}/gu)?.length ?? 0
  const digits = pass.match(/\p{Nd}/gu)?.length ?? 0
  const specials = [...pass].filter((each) => policy.caracterespespeciales.includes(each)).length
  const length = [...pass].length
  const least = (key: string, count: number, has: number, values = {}) =>
    count > 0 ? [{ key, text: counted(politica, key, count, values), met: has >= count }] : []
  const rules = [
    {
      key: 'largo',
      text: fill(politica.largo, { minimo: policy.minimalongitud, maximo: policy.maximalongitud }),
      met: length >= policy.minimalongitud && length <= policy.maximalongitud,
    },
    ...least('letras', policy.minimalongitudletras, letters),
    ...least('numeros', policy.minimacantidaddigitos, digits),
    ...least('mayusculas', policy.minimacantidadmayusculas, capitals),
    ...least('especiales', policy.minimacantidadcaracteresespeciales, specials, {
      lista: policy.caracterespespeciales.join(' '),
    }),
  ]
  return [
    ...rules.map((rule) => ({ ...rule, met: pass ? rule.met : null })),
    { key: 'coinciden', text: words.coinciden, met: repass ? pass === repass : null },
  ]
}

/** What is only known on saving. */
export function laterOf(policy: PasswordPolicy, words: AccountWords): string {
  const { politica } = words
  return [
    politica.alGuardar,
    policy.historialsinrepetir > 0 && counted(politica, 'historial', policy.historialsinrepetir),
    policy.caducidad > 0 && counted(politica, 'vence', policy.caducidad),
  ]
    .filter(Boolean)
    .join(' ')
}
