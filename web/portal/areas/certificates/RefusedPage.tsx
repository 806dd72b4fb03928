import { Button, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { certificates } from '#contract/certificates.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState } from '#web/shared/pages/states.tsx'
import { numberText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import type { NewCertificate } from './useNewCertificate.ts'

interface Props {
  title: string
  begin: NewCertificate
  /** The address of the same form for replacing a certificate. */
  replacing: (id: number) => string
}

/** In place of the form while no certificate can be made: why, and where to go instead. */
export function RefusedPage({ title, begin: { setup, refused }, replacing }: Props) {
  const { t } = useWords(['certificates', 'errors'])
  const isFull = refused === 'CERTIFICATES_MOST_ACTIVE'
  const count = setup?.activos ?? 0
  const findsOne = isFull && count === 1 && setup?.vencer === null
  // The active ones come first.
  const first = useCall(certificates.list, { perPage: 1 }, { enabled: findsOne })
  const only = findsOne ? first.data?.data[0] : undefined
  return (
    <FormPage title={title} back={{ to: paths.certificates(), label: t('titulo') }}>
      <EmptyState
        drawing="shut"
        title={isFull ? t('alta.lleno', { count, n: numberText(count) }) : t('alta.noSePuede')}
        action={
          findsOne && first.isPending ? (
            <Skeleton height={38} width={280} />
          ) : (
            <div className="for-fingers">
              <Button variant="filled" component={Link} to={only ? replacing(only.id) : paths.certificates()}>
                {only ? t('reemplazo.pregunta', { nombre: only.nombre }) : t('alta.verLosQueHay')}
              </Button>
            </div>
          )
        }
      >
        {isFull
          ? t(findsOne && !first.error ? 'alta.llenoUno' : 'alta.llenoTexto')
          : refused && t(`errors:${refused}`)}
      </EmptyState>
    </FormPage>
  )
}
