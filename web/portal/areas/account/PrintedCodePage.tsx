import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useParams } from 'react-router'
import { account } from '#contract/account/account.ts'
import type { AnswerOf } from '#contract/call.ts'
import { employees } from '#contract/employees/employees.ts'
import { logoAddress } from '#web/shared/look/brand.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { FormPage } from '#web/shared/pages/pages.tsx'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { instantText, zoneText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './PrintedCodePage.module.css'

type Printed = AnswerOf<typeof account.printCode>

/** Makes and prints a code that signs in an employee without a mail. The code is shown on this page only. */
export function PrintedCodePage() {
  const { t } = useWords('account-access')
  const id = Number(useParams()['id'])
  const person = useCall(employees.one, { id })
  const [printed, setPrinted] = useState<Printed | null>(null)
  const { run, busy, refusal } = useAct(account.printCode, { onDone: setPrinted, inPlace: true })
  const name = person.data ? `${person.data.nombre} ${person.data.apellido}` : ''
  // A phone has no room for a desk: the sheet follows the buttons.
  const isPhone = useMediaQuery('(max-width: 767px)')
  const sheet = printed && <Sheet printed={printed} />
  return (
    <FormPage
      title={t('codigo.titulo')}
      back={{ to: paths.employee(id), label: name || t('codigo.volver') }}
      desk={
        isPhone
          ? undefined
          : (sheet ?? <EmptyState title={t('codigo.todavia.titulo')}>{t('codigo.todavia.texto')}</EmptyState>)
      }
    >
      <div className={`${style.page} column gap-12`}>
        {person.error ? (
          <ErrorState error={person.error} title={t('codigo.titulo')} onRetry={() => void person.refetch()} />
        ) : (
          <>
            <p>{t('codigo.texto')}</p>
            <p className="second">{t('codigo.firma')}</p>
            {refusal !== null && (
              <p className="bad" role="alert">
                {refusal}
              </p>
            )}
            <div className={`${style.acts} flex wrap gap-8`}>
              {printed && (
                <Button
                  variant="filled"
                  leftSection={<IconPrinter size={18} aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t('codigo.imprimir')}
                </Button>
              )}
              <Button
                variant={printed ? 'default' : 'filled'}
                loading={busy}
                disabled={!person.data}
                onClick={() => run({ id })}
              >
                {t(printed ? 'codigo.hacerOtro' : 'codigo.hacer')}
              </Button>
            </div>
            {printed && (
              <>
                <p className="second" role="status">
                  {t('codigo.una')}
                </p>
                {isPhone && sheet}
              </>
            )}
          </>
        )}
      </div>
    </FormPage>
  )
}

/** The sheet that is handed over; printing shows nothing else. */
function Sheet({ printed }: { printed: Printed }) {
  const { t } = useWords('account-access')
  const { company } = useViewer()
  return (
    <section className={`paper ${style.sheet}`} aria-label={t('codigo.hoja.titulo')}>
      <header>
        <img src={logoAddress(company)} alt="" width={36} height={36} />
        <b>{printed.empresa}</b>
      </header>
      <h2>{t('codigo.hoja.titulo')}</h2>
      <p>{t('codigo.para', { nombre: printed.nombre })}</p>
      <ol>
        <li>
          {t('codigo.hoja.entrar')}
          <strong>{printed.direccion}</strong>
        </li>
        <li>
          {t('codigo.hoja.usuario')}
          <strong>{printed.usuario}</strong>
        </li>
        <li>
          {t('codigo.hoja.codigo')}
          <strong className={style.code}>{printed.codigo}</strong>
        </li>
        <li>{t('codigo.hoja.elegir')}</li>
      </ol>
      <p>
        <b>
          {t('codigo.hoja.vence', {
            fecha: instantText(printed.vence, company.zona),
            zona: zoneText(printed.vence, company.zona),
          })}
        </b>
      </p>
      <p>{t(printed.permite_firmar ? 'codigo.hoja.abreFirma' : 'codigo.hoja.abre')}</p>
      <p>{t('codigo.hoja.cuidado')}</p>
    </section>
  )
}
