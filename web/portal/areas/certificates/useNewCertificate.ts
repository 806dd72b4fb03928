import { useSearchParams } from 'react-router'
import { account } from '#contract/account/account.ts'
import { certificates } from '#contract/certificates.ts'
import { useCall } from '#web/shared/calls/useCall.ts'

/** The facts for making a certificate: the company's limits, its password rules, and the certificate to be replaced. */
export function useNewCertificate() {
  const [search] = useSearchParams()
  const id = Number(search.get('reemplaza')) || undefined
  const setup = useCall(certificates.setup, {})
  const policy = useCall(account.policy, {})
  const old = useCall(certificates.one, { id: id ?? 0 }, { enabled: id !== undefined })
  const replaced = id === undefined ? undefined : old.data
  const employers = setup.data?.empleadores ?? []
  const employer =
    employers.find(({ cuit }) => cuit === replaced?.cuit) ??
    (employers.length === 1 ? employers[0] : undefined)
  const refused = id === undefined ? setup.data?.crear : setup.data?.vencer
  const active = (setup.data?.activos ?? 0) + (replaced?.estado === 'active' ? 0 : 1)
  return {
    setup: setup.data,
    policy: policy.data,
    /** Whether it takes the place of another, also while that one is on its way. */
    replaces: id !== undefined,
    replaced,
    pending: setup.isPending || policy.isPending || (id !== undefined && old.isPending),
    error: setup.error ?? policy.error ?? old.error,
    retry: () => void Promise.all([setup.refetch(), policy.refetch(), ...(id ? [old.refetch()] : [])]),
    /** Why it can't be made now. */
    refused: refused ?? undefined,
    /** How many will be active afterwards. */
    active,
    initial: {
      ...(employer && { id_empleador: employer.id }),
      ...(replaced && {
        cargo: replaced.cargo,
        mail: replaced.mail,
        cuil: replaced.cuil,
        reemplaza: replaced.id,
      }),
    },
  }
}
export type NewCertificate = ReturnType<typeof useNewCertificate>
