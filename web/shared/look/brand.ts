import type { LogoVersion } from '#contract/company/logo-version.ts'
import type { SignInPage } from '#contract/company/sign-in-page.ts'
import { readable } from '#contract/palette.ts'
import { apiBase } from '../calls/api-base.ts'

/** The brand of the last company seen on this device, for the sign-in page. */
export interface Brand {
  id: number
  nombre: string
  slug: string
  primario: string
  /** Absent where an earlier version of the product noted the company. */
  logo?: LogoVersion | undefined
  /** Absent where only the company's own address was visited. */
  pais?: string | undefined
  /** The company's own words and picture there: null for none, absent where they weren't asked for. */
  pagina?: SignInPage | null | undefined
}

const key = 'brand'

export function keepBrand({ id, nombre, slug, primario, logo, pais, pagina }: Brand): void {
  const known = storedBrand()
  const page = pagina === undefined && known?.id === id ? known.pagina : pagina
  localStorage.setItem(key, JSON.stringify({ id, nombre, slug, primario, logo, pais, pagina: page }))
}

export function storedBrand(): Brand | null {
  try {
    const brand: Brand | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return brand && readable(brand.primario).readable ? brand : null
  } catch {
    return null
  }
}

/** The main colour of that brand, for pages without a viewer. */
export function storedColours(): { primario: string } | undefined {
  const brand = storedBrand()
  return brand ? { primario: brand.primario } : undefined
}

/** The address of a company's logo: public, so it needs no bearer. It changes with the logo where the version is known. */
export function logoAddress({ id, logo }: { id: number; logo?: LogoVersion | undefined }): string {
  const address = `${apiBase}/companies/logo/${id}`
  return logo ? `${address}?${new URLSearchParams(logo)}` : address
}
