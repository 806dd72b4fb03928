import { replace, type LoaderFunctionArgs } from 'react-router'
import { companySignIn } from '#contract/company/sign-in-page.ts'
import { keepBrand } from '#web/shared/look/brand.ts'
import { call, RefusalError } from '#web/shared/calls/call.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { keepCompany, loginPath, storedToken } from '#web/shared/session/session.ts'
import { forgetSsoData, keepSsoData } from '#web/shared/session/single-sign-on.ts'

/**
 * A company's own sign-in address: its look, its name and whether it offers single sign-on are remembered for the
 * sign-in page. An address that no company has is unknown; where the file can't be had the sign-in page says what
 * it says for everybody.
 */
export async function companyPage({ params, request }: LoaderFunctionArgs): Promise<Response | null> {
  const slug = params['company'] ?? ''
  const unknown = () => replace(paths.unknown(new URL(request.url).pathname.slice(2)))
  if (!/^[a-z0-9-]{3,40}$/.test(slug)) return unknown()
  try {
    const { loginCustom } = await call(companySignIn.loginCustom, { company: slug })
    if (storedToken()) return replace(paths.home())
    keepBrand({ ...loginCustom, slug, primario: loginCustom.colores.primario })
    keepCompany(slug)
    keepSsoData({ company: slug, ...loginCustom.admin.sso })
  } catch (error) {
    forgetSsoData()
    if (error instanceof RefusalError && error.status === 404) return unknown()
  }
  location.replace(loginPath)
  return null
}
