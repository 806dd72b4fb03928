import { Fragment } from 'react'
import { textOf } from './useWords.ts'

/** A tax id or a code: tabular digits, but hyphens of normal width, which would tear it apart otherwise. */
export function TaxId({ value }: { value: string | null }) {
  if (!value) return <>–</>
  return (
    <span className="figures tax-id">
      <WithHyphens text={taxIdText(value)} />
    </span>
  )
}

/** Part of an id as {@link TaxId} shows it, within an element of its class. */
export function WithHyphens({ text }: { text: string }) {
  return text.split('-').map((piece, at) => (
    <Fragment key={at}>
      {at > 0 && <i>-</i>}
      {piece}
    </Fragment>
  ))
}

/** How each country puts separators into the numbers that it calls by these names, a person's and a company's. */
const written: Partial<Record<string, readonly (readonly [RegExp, string])[]>> = {
  CUIL: [[/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3']],
  CPF: [
    [/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4'],
    [/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, '$1.$2.$3/$4-$5'],
  ],
  RUT: [[/^(\d{1,2})(\d{3})(\d{3})([\dK])$/, '$1.$2.$3-$4']],
}

/** A tax id as it is written in the company's country, for a field. */
export function taxIdText(value: string): string {
  const forms = written[textOf('country:cuil')] ?? []
  return forms.reduce((text, [form, shown]) => text.replace(form, shown), value)
}
