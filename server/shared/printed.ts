/** A tax id as the papers of its country write it. */
export function printedTaxId(taxId: string, country: string): string {
  if (country === 'AR') return taxId.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')
  if (country === 'BR') return taxId.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
  return taxId
}
