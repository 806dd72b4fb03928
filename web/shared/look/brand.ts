import type { SignInPage } from '#contract/company/sign-in-page.ts'
import { readable } from '#contract/palette.ts'
import { apiBase } from '../calls/api-base.ts'

/** The brand of the last company seen on this device, for the sign-in page. */
export interface Brand {
  id: number
  nombre: string
  slug: string
  primario: string
  /** Absent where only the company's own address was visited. */
  pais?: string | undefined
  /** The company's own words and picture there: null for none, absent where they weren't asked for. */
  pagina?: SignInPage | null | undefined
}

const key = 'brand'

export function keepBrand({ id, nombre, slug, primario, pais, pagina }: Brand): void {
  const known = storedBrand()
  const page = pagina === undefined && known?.id === id ? known.pagina : pagina
  localStorage.setItem(key, JSON.stringify({ id, nombre, slug, primario, pais, pagina: page }))
}

export function storedBrand(): Brand | null {
  try {
    const brand: Brand | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return brand && readable(brand.primario).readable ? brand : null
  } catch {
    return null
  }
}

/** A company's logo: public, so it needs no bearer. */
export function logoAddress(company: number): string {
  return `${apiBase}/companies/logo/${company}`
}
