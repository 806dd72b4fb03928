import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { fold } from '#server/shared/text/fold.ts'

/**
 * Below ten million guesses a password is easy: the lock-out lets through some hundreds a day from one address, a
 * net of hired machines some hundred thousand, and eight letters at random are a hundred million.
 */
const fewestGuesses = 1e7

/** Words of this site's subject that people use in passwords, in addition to the dictionaries of both languages. */
const usual = [
  'contrasena',
  'contrasenia',
  'clave',
  'senha',
  'segredo',
  'bienvenido',
  'bienvenida',
  'bemvindo',
  'legajo',
  'recibo',
  'sueldo',
  'salario',
  'holerite',
  'contracheque',
  'liquidacion',
  'boleta',
  'nomina',
  'empresa',
  'trabajo',
  'trabalho',
]

let estimator: Promise<ZxcvbnFactory> | null = null

/**
 * The estimator with the words, names and passwords of Spanish and Portuguese. Its dictionaries take some 50 MB and
 * a fifth of a second, so they come with the first password that is made.
 */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, common, spanish, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
    import('@zxcvbn-ts/language-pt-br'),
  ])
  return new Estimator({
    dictionary: { ...common.dictionary, ...spanish.dictionary, ...portuguese.dictionary },
    graphs: common.adjacencyGraphs,
    // Forty letters and ten substitutions decide, within some 50 ms; the defaults may take seconds.
    maxLength: 40,
    l33tMaxSubstitutions: 10,
  })
}

/** Whether a password would be guessed soon, by somebody who also knows these words of the person. */
export async function isEasy(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator()
  // The dictionaries are without accents in part, and the same password with one is hardly harder.
  const { guesses } = (await estimator).check(fold(password), [...usual, ...words])
  return guesses < fewestGuesses
}
