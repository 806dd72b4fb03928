import type { AnswerOf } from '#contract/call.ts'
import type { companySignIn } from '#contract/company/sign-in-page.ts'
import { keepBrand, type Brand } from '#web/shared/look/brand.ts'
import { send } from '#web/shared/calls/wire.ts'

type Shown = AnswerOf<typeof companySignIn.loginCustom>['loginCustom']

const asked = new Map<string, Promise<Shown>>()

/** The company's current sign-in page; requested once. */
export function companyToday(slug: string): Promise<Shown> {
  const before = asked.get(slug)
  if (before) return before
  const now = ask(slug)
  asked.set(slug, now)
  return now
}

/**
 * The current brand of this device's last company, stored for the next time; the stored one where the request fails.
 */
export async function brandToday(brand: Brand): Promise<Brand> {
  try {
    const { nombre, pais, colores, logo, pagina } = await companyToday(brand.slug)
    const now = { ...brand, nombre, pais, primario: colores.primario, logo, pagina }
    keepBrand(now)
    return now
  } catch {
    return brand
  }
}

async function ask(slug: string): Promise<Shown> {
  const response = await send({
    method: 'GET',
    path: `/content/login/${encodeURIComponent(slug)}`,
    headers: {},
  })
  const { loginCustom }: { loginCustom: Shown } = await response.json()
  return loginCustom
}
