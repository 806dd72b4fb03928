import type { PasswordPolicy } from '#contract/account.ts'
import type { Fault } from '../../shared/errors.ts'
import { fold } from '../../shared/fold.ts'

/** What a password must not contain: the person's own names, ids and addresses, and the company's name. */
export type PersonalWords = readonly (string | null)[]

/**
 * What is wrong with a new password by the policy, the person's own words and ease; nothing of history or of the
 * present one. Letters count as Unicode counts them. (NIST SP 800-63B §5.1.1.2: no words of the context.)
 */
export function policyFaults(password: string, policy: PasswordPolicy, personal: PersonalWords): Fault[] {
  const faults: Fault[] = []
  const add = (code: Fault['code'], params?: Fault['params']) => faults.push({ code, field: 'pass', params })
  const count = (pattern: RegExp) => password.match(pattern)?.length ?? 0
  const length = [...password].length
  if (length < policy.minimalongitud) add('00020', { minimo: policy.minimalongitud })
  if (length > policy.maximalongitud) add('00024', { maximo: policy.maximalongitud })
  if (count(/\p{L}/gu) < policy.minimalongitudletras) add('00114', { minimo: policy.minimalongitudletras })
  if (count(/\d/g) < policy.minimacantidaddigitos) add('00115', { minimo: policy.minimacantidaddigitos })
  if (count(/\p{Lu}/gu) < policy.minimacantidadmayusculas)
    add('00116', { minimo: policy.minimacantidadmayusculas })
  const special = [...password].filter((letter) => !/[\p{L}\p{M}\p{N}]/u.test(letter))
  if (special.length < policy.minimacantidadcaracteresespeciales) {
    add('00117', { minimo: policy.minimacantidadcaracteresespeciales })
  }
  const allowed = policy.caracterespespeciales
  if (allowed.length > 0 && special.some((letter) => !allowed.includes(letter))) {
    add('00118', { permitidos: allowed.join(' ') })
  }
  if (isPersonal(password, personal) || isEasy(password)) add('00141')
  return faults
}

function isPersonal(password: string, personal: PersonalWords): boolean {
  const folded = fold(password)
  return personal
    .flatMap((words) => fold(words ?? '').split(/[^\p{L}\p{N}]+/u))
    .some((word) => word.length >= 4 && folded.includes(word))
}

/** One letter over and over, a run of the keyboard or the alphabet, or a usual word with figures behind it. */
function isEasy(password: string): boolean {
  const folded = fold(password)
  if (new Set(folded).size <= 3) return true
  const letters = folded.replace(/[^\p{L}]/gu, '')
  if (usual.some((word) => letters === word || (letters.length < 10 && letters.startsWith(word)))) return true
  return runs.some((run) => longestShared(folded, run) >= Math.max(5, folded.length - 2))
}

const usual = [
  'password',
  'passw',
  'contrasena',
  'contrasenia',
  'clave',
  'secreto',
  'bienvenido',
  'bienvenida',
  'usuario',
  'empresa',
  'trabajo',
  'sueldo',
  'recibo',
  'legajo',
  'senha',
  'segredo',
  'bemvindo',
  'trabalho',
  'salario',
  'holerite',
  'qwerty',
  'admin',
  'letmein',
  'welcome',
  'futbol',
  'futebol',
  'argentina',
  'brasil',
  'mexico',
  'chile',
] as const
const runs = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]

function longestShared(text: string, run: string): number {
  let longest = 0
  for (let from = 0; from < text.length; from++) {
    let length = longest + 1
    while (from + length <= text.length && run.includes(text.slice(from, from + length))) longest = length++
  }
  return longest
}
