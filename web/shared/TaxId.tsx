import { Fragment } from 'react'

/** A tax id or a code: tabular figures, but hyphens as wide as they are, or they tear it apart. */
export function TaxId({ value }: { value: string | null }) {
  if (!value) return <>–</>
  return (
    <span className="figures tax-id">
      {taxIdText(value)
        .split('-')
        .map((piece, at) => (
          <Fragment key={at}>
            {at > 0 && <i>-</i>}
            {piece}
          </Fragment>
        ))}
    </span>
  )
}

/** A tax id as it is written, for a field. */
export function taxIdText(value: string): string {
  return value.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
}
