import { Fragment } from 'react'

/** A tax id or a code: tabular figures, but hyphens as wide as they are, or they tear it apart. */
export function TaxId({ value }: { value: string | null }) {
  if (!value) return <>–</>
  const text = /^\d{11}$/.test(value)
    ? `${value.slice(0, 2)}-${value.slice(2, 10)}-${value.slice(10)}`
    : value
  return (
    <span className="figures tax-id">
      {text.split('-').map((piece, at) => (
        <Fragment key={at}>
          {at > 0 && <i>-</i>}
          {piece}
        </Fragment>
      ))}
    </span>
  )
}
