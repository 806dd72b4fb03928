import type { Choice } from '#contract/integrations.ts'
import { mostChoices } from '#contract/integrations.ts'
import { fold } from '#server/shared/text/fold.ts'

const collator = new Intl.Collator('es')

/** The choices sorted by name as a person expects them: accents and case don't count. */
export function byName<C extends { nombre: string }>(choices: readonly C[]): C[] {
  return choices.toSorted((a, b) => collator.compare(a.nombre, b.nombre))
}

/** Choices one of whose words begins with the text, at most {@link mostChoices}. */
export function search(choices: readonly Choice[], text: string | undefined): Choice[] {
  const wanted = ` ${fold(text ?? '')}`
  const found = wanted === ' ' ? choices : choices.filter(({ nombre }) => ` ${fold(nombre)}`.includes(wanted))
  return found.slice(0, mostChoices)
}
